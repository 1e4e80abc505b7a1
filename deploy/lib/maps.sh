# Sourced by deploy/stack: builds a map aside and swaps it in whole.
# shellcheck shell=bash disable=SC2034,SC2154

# Those that own data made from the map. The planner comes first: it knows at once whether the
# time zone is one.
builders=(planner router geocoder venue-store map-tiles)

# What a person says of a map; `map build` and `up` take it.
map_flags=(--map --city --time-zone --country --driving-side --elevation)

# extracts COMMAND...: deploy/lib/extracts.py.
extracts() { python3 "$root/deploy/lib/extracts.py" "$@"; }

# extract_of WORD: the path of a file, or of an extract of that name, which is fetched; leaves where
# there is neither.
extract_of() {
  if [[ $1 == */* || $1 == *.osm* || -e $1 ]]; then
    [[ -f $1 && -r $1 ]] || fail "$wrong_usage" "There is no readable map file $1."
    realpath -- "$1"
  else
    extracts get "$home/extracts" "$1"
  fi
}

# join_extracts NAME FILE...: prints the path of one extract of all, as the newest of them knows
# each thing.
join_extracts() {
  local joined=$home/extracts/$1.osm.pbf
  shift
  require_osmium
  mkdir -p "$home/extracts"
  osmium merge --no-progress -f osh.pbf -o - "$@" |
    osmium time-filter --no-progress --overwrite -F osh.pbf -o "$joined.new.osm.pbf" - >&2 ||
    fail "$failure" "osmium could not join the extracts."
  extracts box "$@" "$joined.new.osm.pbf"
  mv "$joined.new.osm.pbf" "$joined"
  printf '%s\n' "$joined"
}

# choose_map REGION FILE ZONE COUNTRY SIDE [HEIGHTS]: sets map_file, map_name, zone, country,
# driving_side and elevation to what was asked for, else to what the settings name, else to what
# this home has, else to the sample.
choose_map() {
  local chosen configured=""
  chosen=$(current_map "$1")
  [[ -n $1 ]] || configured=$(setting map)
  shift
  map_file=$1 zone=$2 country=$3 driving_side=$4 elevation=${5:-}
  # The map of the settings with changes applied to it counts as that map.
  if [[ -z $map_file && -n $configured ]] &&
    [[ ! -r $configured || $(map_name_of "$configured") != $(source_of "$chosen") ]]; then
    map_file=$configured
  elif [[ -z $map_file && -n $chosen ]]; then
    map_file=$(origin_of "$chosen" 1)
  elif [[ -z $map_file ]]; then
    map_file=$sample
  fi
  map_file=$(realpath -m -- "$map_file")
  [[ -z $elevation || $elevation == none ]] || elevation=$(realpath -m -- "$elevation")
  if [[ ! -f $map_file && -z $1$2$3$4${5:-} ]]; then
    map_name=$chosen  # its file is gone, but the map built from it is there
  else
    [[ -f $map_file && -r $map_file ]] || fail "$wrong_usage" \
      "There is no readable map file $map_file."
    map_name=$(map_name_of "$map_file")
  fi
  # Without a country typed now or earlier for this map, the planner looks at the map's addresses;
  # likewise it goes by geography for the zone, and the router looks at the roads for the side.
  [[ -n $zone ]] || zone=$(origin_of "$map_name" 2)
  [[ -n $country ]] || country=$(origin_of "$map_name" 3)
  [[ -n $driving_side ]] || driving_side=$(origin_of "$map_name" 4)
  [[ -n $elevation ]] || elevation=$(origin_of "$map_name" 6)
  [[ $elevation != none ]] || elevation=""
  [[ -z $elevation || -d $elevation || ! -f $map_file ]] || fail "$wrong_usage" \
    "There is no folder of heights $elevation. Without heights: --elevation none."
}

# current_map REGION: the name of the map that is swapped in, or nothing.
current_map() {
  local link
  link=$maps/current$(at "$1")
  [[ ! -L $link || ! -e $maps/$(readlink "$link").origin ]] || readlink "$link"
}

# origin_of MAP LINE: a line of the file that says what the map was built from; nothing without one.
origin_of() { [[ ! -s $maps/$1.origin ]] || sed -n "$2p" "$maps/$1.origin"; }

# age_of MAP: when its data is of, where its extract says so.
age_of() {
  local date
  date=$(origin_of "$1" 7)
  [[ ! $date =~ ^[0-9]{4}-[0-9-]+T ]] || printf ' (data of %s, %d days old)' "${date%%T*}" \
    "$((($(date +%s) - $(date -d "$date" +%s)) / 86400))"
}

# source_of MAP: the map that it was before any changes were applied.
source_of() {
  local source
  source=$(origin_of "$1" 5)
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

# install_map REGION: builds what is not there yet and makes it the current map. Each builder
# writes aside, renames, and skips what it has built before from the same file.
install_map() {
  local service chosen
  chosen="${zone:+, time zone $zone}${country:+, country $country}"
  chosen+=${driving_side:+, traffic on the $driving_side}${elevation:+, heights of $elevation}
  if [[ -f $map_file ]]; then say "Map: $map_file$chosen"; else say "Map: $map_name$chosen"; fi
  if [[ -f $map_file ]]; then
    mkdir -p "$maps/$map_name"
    say "Building what is new of it; the logs are $logs/build-*.log"
    for service in "${builders[@]}"; do
      ! contains "$service" "${services[@]}" || build "$service" "$1"
    done
    printf '%s\n' "$map_file" "$zone" "$country" "$driving_side" "${map_source:-}" "$elevation" \
      "$(osmium fileinfo -g header.option.timestamp "$map_file" 2>/dev/null)" |
      write_file "$maps/$map_name.origin"
  fi
  [[ $(current_map "$1") == "$map_name" ]] || make_current "$1" "$map_name"
}

# make_current REGION MAP: the one that was is the previous one from then on.
make_current() {
  local old
  old=$(current_map "$1")
  [[ -z $old ]] || point_to "$old" "previous$(at "$1")"
  point_to "$2" "current$(at "$1")"
}

# point_to TARGET LINK: makes maps/LINK a link to TARGET in one step.
point_to() {
  ln -sfn "$1" "$maps/$2.new"
  mv -T "$maps/$2.new" "$maps/$2"
}

# fingerprint REGION: what the services read: changes whenever they have to be restarted to see the
# map.
fingerprint() {
  local link
  link=$maps/current$(at "$1")
  [[ ! -e $link ]] || { readlink "$link"; find -L "$link" -type f -printf '%P %i %T@\n' | sort; }
}

# build SERVICE REGION: its output goes to its log, of which a terminal shows the last line; only
# warnings, and the end of a log of a failure, stay.
build() {
  local service=$1 log="$logs/build-$1.log" status=0 line
  local -a command=("$bin/$service" build "$map_file" --into "$maps/$map_name")
  if [[ $service == planner && -n $zone ]]; then command+=(--time-zone "$zone"); fi
  if [[ $service == planner && -n $country ]]; then command+=(--country "$country"); fi
  if [[ $service == router && -n $driving_side ]]; then
    command+=(--driving-side "$driving_side")
  fi
  if [[ $service == router && -n $elevation ]]; then command+=(--elevation "$elevation"); fi
  if [[ -t 2 ]]; then
    "${command[@]}" 2>&1 | tee "$log" | while IFS= read -r line; do
      printf '\r%.*s\e[K' 79 "$line" >&2
    done || status=$?
    printf '\r\e[K' >&2
  else
    "${command[@]}" >"$log" 2>&1 || status=$?
  fi
  grep -E '^[0-9-]+T[^ ]+ [a-z-]+ (warning|error) ' "$log" >&2 || true
  ((status == 0)) || tail -n 5 "$log" >&2
  ((status == 0)) || fail "$((status == wrong_usage ? wrong_usage : failure))" \
    "The $service could not build its part of the map (exit status $status); its log: $log" \
    "Nothing was changed: $(what_stays "$2")."
}

what_stays() {
  local map
  map=$(current_map "$1")
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
