# Sourced by deploy/stack: other maps beside the stack's own, each with its own services.
# shellcheck shell=bash disable=SC2034,SC2154

# The services of which each map has instances; the others know no maps.
regional=(geocoder router venue-store shop-search planner map-tiles)

# regions: the names of the other maps, from the home's list, in the order in which they came. Each
# line has a name, and the number of its block of ports.
regions() { [[ ! -s $home/regions ]] || cut -d ' ' -f 1 "$home/regions"; }

is_region() { regions | grep -qxF -- "$1"; }

# at REGION: what stands behind the names of a region's things.
at() { printf '%s' "${1:+@$1}"; }

# has_service SERVICE REGION: whether the region has instances of the service.
has_service() { [[ -z $2 ]] || contains "$1" "${regional[@]}"; }

# names_of REGION: the names of the instances that read its map; without one that of the stack.
names_of() {
  if [[ -n $1 ]]; then
    instance_names | grep -- "@$1\$" || true
  else
    instance_names "${regional[@]}" | grep -v @ || true
  fi
}

# known_region NAME: leaves with a suggestion unless there is such a region.
known_region() {
  local -a known
  mapfile -t known < <(regions)
  is_region "$1" || usage_error "There is no region" "$1" "'deploy/stack status'" "${known[@]}"
}

# check_region NAME: leaves unless it can be the name of a region of this home.
check_region() {
  [[ $1 =~ ^[a-z][a-z0-9_]{0,15}$ ]] || fail "$wrong_usage" \
    "A region's name has 1 to 16 letters a-z, digits and _, and begins with a letter; not '$1'."
  # The longest socket's name, with its directory, has to fit into the system's 107 bytes.
  ((${#run} + ${#1} + 25 <= 107)) || fail "$failure" \
    "The name '$1' is too long for the sockets in $run." \
    "Choose a shorter one, or a home with a shorter path (QUICKBREW_HOME)."
}

# note_region NAME: adds it to the home's list.
note_region() {
  local number=1
  ! is_region "$1" || return 0
  while grep -q " $number\$" "$home/regions" 2>/dev/null; do ((number += 1)); done
  { cat "$home/regions" 2>/dev/null || true; printf '%s %d\n' "$1" "$number"; } |
    write_file "$home/regions"
}

# block_of REGION: the number of its block of ports; 0 is that of the stack's own map.
block_of() {
  if [[ -z $1 ]]; then printf 0; else sed -n "s/^$1 //p" "$home/regions"; fi
}

# map_add NAME [FILE|EXTRACT...] [flags]: builds another map beside the others, or another one for
# that name, and starts its services, or has them change over. No other map is touched.
map_add() {
  local file="" wanted_zone="" wanted_country="" wanted_side="" wanted_heights=""
  local name=${1:-} is_new=""
  local -a files=()
  [[ $name != -* ]] || refuse "map add" "$name" --help
  [[ -n $name ]] ||
    fail "$wrong_usage" "map add needs a name and an extract: deploy/stack map add helsinki FILE"
  shift
  while (($#)) && [[ $1 != -* ]]; do files+=("$1"); shift; done
  read_flags "map add" "--time-zone --country --driving-side --elevation" "$@"
  begin_map_change
  check_region "$name"
  is_region "$name" || is_new=yes
  mapfile -t files < <(for file in "${files[@]:-$name}"; do extract_of "$file" || exit; done)
  wait "$!" || exit
  file=${files[0]}
  ((${#files[@]} == 1)) || file=$(join_extracts "$name" "${files[@]}")
  choose_map "$name" "$file" "$wanted_zone" "$wanted_country" "$wanted_side" "$wanted_heights"
  install_map "$name"
  note_region "$name"
  # New instances read the map anyway.
  [[ -z $is_new ]] || fingerprint "$name" | write_file "$supervisor/served-map$(at "$name")"
  change_over "$name"
  if supervisor_answers; then wait_until_ready; fi
  say "The region $name has the map $map_name."
}

# map_remove NAME: ends a region's services and removes its map. What they have stored stays in
# data/, for when the region comes back.
map_remove() {
  (($# == 1)) || fail "$wrong_usage" "map remove needs the name of a region."
  begin_map_change
  known_region "$1"
  grep -v "^$1 " "$home/regions" | write_file "$home/regions" || true
  rm -f "$home/map-updates@$1"
  if supervisor_answers; then
    configure_supervisor
    control update >/dev/null || fail "$failure" "supervisorctl could not update the stack."
  fi
  rm -f "$maps/current@$1" "$maps/previous@$1" "$supervisor/served-map@$1" "$home"/scale/*"@$1" \
    "$run/router-traffic@$1.json"
  prune_maps
  say "The region $1 is gone. What its services stored is still in $home/data (*@$1.*)."
}

# install_regions NAME=FILE...: for `up`: builds what is not there yet, of those named and of those
# that the home has.
install_regions() {
  local pair map_file map_name zone country driving_side elevation map_source
  for pair in "$@"; do
    check_region "${pair%%=*}"
    install_region "${pair%%=*}" "${pair#*=}"
  done
  for pair in $(regions); do install_region "$pair" ""; done
}

install_region() {
  map_source=""
  choose_map "$1" "$2" "" "" ""
  install_map "$1"
  note_region "$1"
}
