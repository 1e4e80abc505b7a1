# Sourced by deploy/demo, deploy/test and deploy/stack: JavaScript that no Debian package has, taken
# from Python wheels. It lies in .vendor of the checkout, from where `up` copies MapLibre into a home.
# shellcheck shell=bash disable=SC2034,SC2154

vendor=$root/.vendor
[[ ! -d $root/vendor ]] || vendor=$root/vendor  # as a package has it
# Not every edition of MapLibre has all of these.
map_libre=(maplibre-gl.js maplibre-gl.css maplibre-gl-csp.js maplibre-gl-csp-worker.js)

# Without a network the page has lists and words, and no map.
fetch_vendor() {
  fetch_wheels wheels maplibre/srcjs "${map_libre[@]}" ||
    say "MapLibre could not be fetched; the page has no map until deploy/demo runs again."
}

# Without a network the tests of the page fail, and say that this is missing.
fetch_axe() {
  fetch_wheels test-wheels axe_playwright_python axe.min.js ||
    say "axe-core could not be fetched; the tests of the page need it."
}

# Without a network the test of deploy/kubernetes fails, and says that this is missing.
fetch_kubernetes() {
  fetch_wheels kubernetes-wheels kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict \
    _definitions.json || say "The definitions of Kubernetes could not be fetched; a test needs them."
}

# Without a network the page is not checked, and deploy/lint-page fails.
fetch_oxlint() {
  fetch_wheels lint-wheels oxlint-1.89.0.data/scripts oxlint ||
    say "oxlint could not be fetched; deploy/lint-page needs it."
  # A wheel's files lose their modes.
  [[ ! -e $vendor/oxlint ]] || chmod +x "$vendor/oxlint"
}

# fetch_wheels LIST FOLDER FILE...: downloads what deploy/LIST names, if that has changed since, and
# keeps those of the files that a wheel has in its folder.
fetch_wheels() {
  local list=$1 folder=$2 work status=0
  shift 2
  [[ ! -e $vendor/$list ]] || ! cmp -s "$root/deploy/$list" "$vendor/$list" || return 0
  say "Fetching what deploy/$list names."
  work=$(mktemp -d)
  unpack_wheels "$work" "$list" "$folder" "$@" || status=$?
  rm -rf "$work"
  return "$status"
}

unpack_wheels() {
  local work=$1 list=$2 folder=$3 wheel name
  shift 3
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
    --dest "$work" --requirement "$root/deploy/$list" >&2 || return
  for wheel in "$work"/*.whl; do python3 -m zipfile -e "$wheel" "$work/out" || return; done
  mkdir -p "$vendor"
  for name in "$@"; do
    [[ ! -e $work/out/$folder/$name ]] || cp "$work/out/$folder/$name" "$vendor/" || return
  done
  cp "$root/deploy/$list" "$vendor/$list"
}

# install_vendor: copies MapLibre into the home, for the web-gateway; says so if there is none.
install_vendor() {
  local name
  mkdir -p "$home/vendor"
  for name in "${map_libre[@]}"; do
    [[ ! -e $vendor/$name ]] || cp "$vendor/$name" "$home/vendor/"
  done
  [[ -e $home/vendor/maplibre-gl.js ]] ||
    say "The page has no map: MapLibre is not in $vendor; deploy/demo fetches it."
}
