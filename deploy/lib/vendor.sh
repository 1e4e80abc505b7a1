# Sourced by deploy/demo, deploy/test and deploy/stack: JavaScript that no Debian package has, taken
# from Python wheels. It lies in .vendor of the checkout, from where `up` copies MapLibre into a
# home.
# shellcheck shell=bash disable=SC2034,SC2154

vendor=$root/.vendor
[[ ! -d $root/vendor ]] || vendor=$root/vendor  # as a package has it
# Not every edition of MapLibre has all of these.
map_libre=(maplibre-gl.js maplibre-gl.css maplibre-gl-csp.js maplibre-gl-csp-worker.js)

# Without a network the page has lists and words, and no map.
fetch_vendor() {
  fetch_wheels wheels "${map_libre[@]/#/maplibre/srcjs/}" ||
    say "MapLibre could not be fetched; the page has no map until deploy/demo runs again."
}

# What tests and linters take. Without a network they fail, and say what is missing.
fetch_test_tools() {
  fetch_wheels test-wheels axe_playwright_python/axe.min.js 'ruff-*.data/scripts/ruff' \
    'oxlint-*.data/scripts/oxlint' \
    kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict/_definitions.json \
    'routingpy-*.whl' ||
    say "What deploy/test-wheels names could not be fetched; some tests need it."
  cmp -s "$root/deploy/mcp-wheels" "$vendor/mcp/mcp-wheels" || rm -rf "$vendor/mcp"
  vendor=$vendor/mcp fetch_wheels mcp-wheels '*.whl' ||
    say "What deploy/mcp-wheels names could not be fetched; a test needs it."
}

# fetch_wheels LIST FILE...: downloads the wheels that deploy/LIST names, if that has changed since,
# and keeps those of the files that they have, or the wheels themselves. A file's path may have a
# star.
fetch_wheels() {
  local list=$1 work status=0
  shift
  [[ ! -e $vendor/$list ]] || ! cmp -s "$root/deploy/$list" "$vendor/$list" || return 0
  say "Fetching what deploy/$list names."
  work=$(mktemp -d)
  unpack_wheels "$work" "$list" "$@" || status=$?
  rm -rf "$work"
  return "$status"
}

unpack_wheels() {
  local work=$1 list=$2 wheel name
  shift 2
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
    --dest "$work" --requirement "$root/deploy/$list" >&2 || return
  for wheel in "$work"/*.whl; do python3 -m zipfile -e "$wheel" "$work/out" || return; done
  mkdir -p "$vendor"
  for name; do
    find "$work" \( -path "$work/out/$name" -o -path "$work/$name" \) \
      -exec cp -t "$vendor" {} + || return
  done
  # A wheel's files have no modes.
  for name in ruff oxlint; do [[ ! -e $vendor/$name ]] || chmod +x "$vendor/$name"; done
  cp "$root/deploy/$list" "$vendor/$list"
}

# install_vendor: copies MapLibre into the home, for the web-gateway; says so if it is missing.
install_vendor() {
  local name
  mkdir -p "$home/vendor"
  for name in "${map_libre[@]}"; do
    [[ ! -e $vendor/$name ]] || cp "$vendor/$name" "$home/vendor/"
  done
  [[ -e $home/vendor/maplibre-gl.js ]] ||
    say "The page has no map: MapLibre is not in $vendor; deploy/demo fetches it."
}
