# Sourced by deploy/demo, deploy/test and deploy/stack: libraries of the page that no Debian package
# has. They lie in .vendor of the checkout, from where `up` copies them into a home.
# shellcheck shell=bash disable=SC2034,SC2154

vendor=$root/.vendor
# Folder in the wheel, and the names of the files that are used, of which not all need be there.
vendor_folder=maplibre/srcjs
vendor_files=(maplibre-gl.js maplibre-gl.css maplibre-gl-csp.js maplibre-gl-csp-worker.js)

# fetch_vendor: downloads what deploy/wheels names, if that has changed since. Without a network the
# page draws its map with Leaflet.
fetch_vendor() {
  local work status=0
  [[ ! -e $vendor/wheels ]] || ! cmp -s "$root/deploy/wheels" "$vendor/wheels" || return 0
  say "Fetching MapLibre for the page."
  work=$(mktemp -d)
  unpack_wheels "$work" || status=$?
  rm -rf "$work"
  ((status == 0)) ||
    say "MapLibre could not be fetched; the page has a plain map until deploy/demo runs again."
}

unpack_wheels() {
  local work=$1 wheel name
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
    --dest "$work" --requirement "$root/deploy/wheels" >&2 || return
  for wheel in "$work"/*.whl; do python3 -m zipfile -e "$wheel" "$work/out" || return; done
  mkdir -p "$vendor"
  for name in "${vendor_files[@]}"; do
    [[ ! -e $work/out/$vendor_folder/$name ]] || cp "$work/out/$vendor_folder/$name" "$vendor/"
  done
  cp "$root/deploy/wheels" "$vendor/wheels"
}

# install_vendor: copies what was fetched into the home, for the web-gateway.
install_vendor() {
  local name
  [[ -d $vendor ]] || return 0
  mkdir -p "$home/vendor"
  for name in "${vendor_files[@]}"; do
    [[ ! -e $vendor/$name ]] || cp "$vendor/$name" "$home/vendor/"
  done
}
