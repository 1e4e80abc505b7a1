# Sourced by deploy/stack: builds a map aside and swaps it in whole.
# shellcheck shell=bash disable=SC2034,SC2154

# Those that own data made from the map. The planner comes first: it knows at once whether the
# time zone is one.
builders=(planner router geocoder venue-store map-tiles)

# What a person says of a map; `map build` and `up` take it.
map_flags=(--map --time-zone --country --driving-side --elevation)

# choose_map [FILE [ZONE [COUNTRY [SIDE [HEIGHTS]]]]]: sets map_file, zone, country, driving_side
# and elevation to what was asked for, else to what the settings name, else to what this home has,
# else to the sample.
choose_map() {
  map_file=$1 zone=$2 country=$3 driving_side=$4 elevation=${5:-}
  local chosen configured
  chosen=$(current_map)
  configured=""
  [[ -n $region ]] || configured=$(setting map)
  # The map of the settings with changes applied to it counts as that map.
  if [[ -z $map_file && -n $configured ]] &&
    [[ ! -r $configured || $(map_name_of "$configured") != $(source_of "$chosen") ]]; then
    map_file=$configured
  elif [[ -z $map_file && -n $chosen ]]; then
    map_file=$(sed -n 1p "$maps/$chosen.origin")
  elif [[ -z $map_file ]]; then
    map_file=$sample
  fi
  map_file=$(realpath -m -- "$map_file")
  [[ -z $elevation || $elevation == none ]] || elevation=$(realpath -m -- "$elevation")
  if [[ ! -f $map_file && -z $1$2$3$4${5:-} ]]; then
    map_name=$chosen  # its file is gone, but the map built from it is there
    zone=$(sed -n 2p "$maps/$chosen.origin")
    country=$(sed -n 3p "$maps/$chosen.origin")
    driving_side=$(sed -n 4p "$maps/$chosen.origin")
    elevation=$(sed -n 6p "$maps/$chosen.origin")
    return
  fi
  [[ -f $map_file && -r $map_file ]] || fail "$wrong_usage" \
    "There is no readable map file $map_file."
  map_name=$(map_name_of "$map_file")
  [[ -n $zone ]] || zone=$(zone_of "$map_name")
  # Without one typed now or earlier for this map, the planner looks at the map's addresses.
  [[ -n $country || ! -s $maps/$map_name.origin ]] ||
    country=$(sed -n 3p "$maps/$map_name.origin")
  # Likewise the router looks at the roads.
  [[ -n $driving_side || ! -s $maps/$map_name.origin ]] ||
    driving_side=$(sed -n 4p "$maps/$map_name.origin")
  [[ -n $elevation || ! -s $maps/$map_name.origin ]] ||
    elevation=$(sed -n 6p "$maps/$map_name.origin")
  [[ $elevation != none ]] || elevation=""
  [[ -z $elevation || -d $elevation ]] || fail "$wrong_usage" \
    "There is no folder of heights $elevation. Without heights: --elevation none."
}

# The name of the map that is swapped in, or nothing.
current_map() {
  local link
  link=$maps/current$(at "$region")
  [[ ! -L $link || ! -e $maps/$(readlink "$link").origin ]] || readlink "$link"
}

# source_of MAP: the map that it was before any changes were applied.
source_of() {
  local source=""
  [[ ! -s $maps/$1.origin ]] || source=$(sed -n 5p "$maps/$1.origin")
  printf '%s\n' "${source:-$1}"
}

# helsinki-0123456789ab for helsinki.osm.pbf: the file's name and the start of its SHA-256.
map_name_of() {
  local name sum
  name=$(basename "$1")
  name=$(printf '%s' "${name%%.osm*}" | tr -c 'A-Za-z0-9._-' '-')
  sum=$(sha256sum <"$1")
  printf '%s-%s\n' "${name:-map}" "${sum:0:12}"
}

# The zone chosen earlier for this map; without one the planner goes by geography.
zone_of() { [[ ! -s $maps/$1.origin ]] || sed -n 2p "$maps/$1.origin"; }

# Builds what is not there yet and makes it the current map. Each builder writes aside, renames,
# and skips what it has built before from the same file.
install_map() {
  local service old chosen
  chosen="${zone:+, time zone $zone}${country:+, country $country}"
  chosen+=${driving_side:+, traffic on the $driving_side}${elevation:+, heights of $elevation}
  say "Map: ${map_file:-$map_name}$chosen"
  if [[ -f $map_file ]]; then
    mkdir -p "$maps/$map_name"
    for service in "${builders[@]}"; do
      ! contains "$service" "${services[@]}" || build "$service"
    done
    printf '%s\n' "$map_file" "$zone" "$country" "$driving_side" "${map_source:-}" "$elevation" |
      write_file "$maps/$map_name.origin"
  fi
  old=$(current_map)
  [[ $old == "$map_name" ]] || make_current "$map_name"
}

# make_current MAP: the one that was is the previous one from then on.
make_current() {
  local old
  old=$(current_map)
  [[ -z $old ]] || point_to "$old" "previous$(at "$region")"
  point_to "$1" "current$(at "$region")"
}

# point_to TARGET LINK: makes maps/LINK a link to TARGET in one step.
point_to() {
  ln -sfn "$1" "$maps/$2.new"
  mv -T "$maps/$2.new" "$maps/$2"
}

# What the services read: changes whenever they have to be restarted to see the map, or another
# store. A region's stores are always files.
fingerprint() {
  local link store
  link=$maps/current$(at "$region")
  for store in "${stores[@]}"; do
    [[ -n $region || ! -s $home/$store-at ]] || sha256sum <"$home/$store-at"
  done
  [[ ! -e $link ]] || { readlink "$link"; find -L "$link" -type f -printf '%P %i %T@\n' | sort; }
}

# build SERVICE: on a terminal through script(1), so that the progress bar shows and the log is
# kept as well.
build() {
  local service=$1 log="$logs/build-$1.log" status=0
  local -a command=("$bin/$service" build "$map_file" --into "$maps/$map_name")
  # Letters are the same on every map.
  if [[ $service == map-tiles ]]; then command+=(--glyphs "$home"); fi
  if [[ $service == planner && -n $zone ]]; then command+=(--time-zone "$zone"); fi
  if [[ $service == planner && -n $country ]]; then command+=(--country "$country"); fi
  if [[ $service == router && -n $driving_side ]]; then
    command+=(--driving-side "$driving_side")
  fi
  if [[ $service == router && -n $elevation ]]; then command+=(--elevation "$elevation"); fi
  if [[ -t 2 ]] && command -v script >/dev/null; then
    script -qefc "$(shell_words "${command[@]}")" "$log" >&2 || status=$?
  else
    "${command[@]}" 2>&1 | tee "$log" >&2 || status=$?
  fi
  ((status == 0)) || fail "$((status == wrong_usage ? wrong_usage : failure))" \
    "The $service could not build its part of the map (exit status $status); its log: $log" \
    "Nothing was changed: $(what_stays)."
}

what_stays() {
  local map
  map=$(current_map)
  if supervisor_answers; then
    printf 'the stack goes on with the map %s' "$map"
  else
    printf 'the stack is not running%s' "${map:+, its map is still $map}"
  fi
}

# Removes maps that are neither current nor the one before it, of no region, once no service reads
# them.
prune_maps() {
  local path name
  local -a used=()
  for path in "$maps"/current* "$maps"/previous*; do
    [[ ! -L $path ]] || used+=("$(readlink "$path")")
  done
  for path in "$maps"/*; do
    name=$(basename "$path" .origin)
    [[ ! -L $path && -e $path ]] || continue
    contains "$name" "${used[@]}" || rm -rf "$path"
  done
}
