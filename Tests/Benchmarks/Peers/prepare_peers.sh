#!/usr/bin/env bash
# Example: PEERS=peers prepare_peers.sh liechtenstein_2021.osm.pbf liechtenstein
#
# Makes what Valhalla and OSRM need of a map. PEERS names a Python environment with the packages
# pyvalhalla and osrm-bindings, which hold the programs too.
set -euo pipefail

peers=$(cd "${PEERS:?}" && pwd)
packages=$(echo "$peers"/lib/python3*/site-packages)
map=$(realpath "$1")
mkdir -p "$2"
cd "$2"
# The programs of the package find their libraries beside it.
export LD_LIBRARY_PATH=$packages/pyvalhalla.libs

"$peers/bin/valhalla_build_config" --mjolnir-tile-dir "$PWD/tiles" \
  --mjolnir-admin "$PWD/admins.sqlite" --mjolnir-timezone "" > valhalla.json
"$packages/valhalla/bin/valhalla_build_admins" -c valhalla.json "$map"
"$packages/valhalla/bin/valhalla_build_tiles" -c valhalla.json "$map"

cp "$map" map.osm.pbf
"$packages/osrm/bin/osrm-extract" -p "$packages/osrm/share/profiles/car.lua" map.osm.pbf
"$packages/osrm/bin/osrm-partition" map.osrm
"$packages/osrm/bin/osrm-customize" map.osrm
