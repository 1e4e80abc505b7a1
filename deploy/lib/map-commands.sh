# Sourced by deploy/stack: `map build`, `map update` and `map rollback`.
# shellcheck shell=bash disable=SC2034,SC2154

map() {
  local name=${1:-}
  case $name in
    add | remove | build | update | rollback) shift; "map_$name" "$@" ;;
    *) usage_error "There is no command" "map $name" "'deploy/stack map --help'" \
      "map add" "map remove" "map build" "map update" "map rollback" ;;
  esac
}

# Builds a map without starting anything; a stack that runs changes over to it. With --all it does
# all that `up` does before the services start, for those whose services somebody else starts.
map_build() {
  local file="" wanted_zone="" wanted_country="" wanted_side="" wanted_heights="" all="" name
  local city=""
  local -A wanted_stores=()
  if [[ ${1:-} == --all ]]; then all=yes; shift; fi
  read_flags map "${map_flags[*]}" "$@"
  [[ -z $city ]] || file=$(extract_of "$city")
  [[ -z $all ]] || read_configured_stores
  begin_map_change
  for name in "${!wanted_stores[@]}"; do choose_store "$name" "${wanted_stores[$name]}"; done
  choose_map "" "$file" "$wanted_zone" "$wanted_country" "$wanted_side" "$wanted_heights"
  install_map ""
  [[ -z $all ]] || install_regions
  change_over ""
}

# map_update [--region NAME] CHANGES...|DIR|--follow: makes a new map of the current one and files
# of changes, or of what has changed where its extract is from.
map_update() {
  local every="" region="" updated=""
  local -a changes=()
  while (($#)); do
    case $1 in
      --every) every=${2:-}; [[ -n $every ]] || refuse map "$1"; shift 2 ;;
      --every=*) every=${1#*=}; shift ;;
      --region) region=${2:-}; known_region "$region"; shift 2 ;;
      --region=*) region=${1#*=}; known_region "$region"; shift ;;
      --follow) changes+=("$1"); shift ;;
      -*) refuse map "$1" --every --follow --region --help ;;
      *) changes+=("$1"); shift ;;
    esac
  done
  if [[ -n $every ]]; then
    update_every "$region" "$every" "${changes[@]}"
    return
  fi
  ((${#changes[@]})) || fail "$wrong_usage" "map update needs files of changes, or their directory."
  require_osmium
  begin_map_change
  choose_map "$region" "" "" "" ""
  [[ -f $map_file ]] || fail "$failure" \
    "The extract of the map, $map_file, is not there: changes cannot be applied to it."
  if [[ ${changes[*]} == --follow ]]; then
    follow_changes "$region"
  else
    choose_changes "${changes[@]}"
    ((${#changes[@]} == 0)) || apply_changes "$region" "${changes[@]}"
  fi
  if [[ -z $updated ]]; then
    say "The map has all changes already."
    return
  fi
  install_map "$region"
  change_over "$region"
}

# map_rollback [--region NAME]: back to the map before the current one; called again, forth.
map_rollback() {
  local previous link region=""
  if [[ ${1:-} == --region ]]; then region=${2:-}; known_region "$region"; shift 2; fi
  link=$maps/previous$(at "$region")
  (($# == 0)) || refuse map "$1" --help
  begin_map_change
  previous=$(readlink "$link") || previous=""
  [[ -n $previous && -d $maps/$previous ]] ||
    fail "$failure" "There is no map before $(current_map "$region") in $home."
  if [[ -e $home/map-updates$(at "$region") ]]; then
    say "Changes are no longer applied by themselves; 'deploy/stack map update --every' goes on."
    rm -f "$home/map-updates$(at "$region")"
  fi
  make_current "$region" "$previous"
  say "Back from the map $(readlink "$link") to $previous."
  change_over "$region"
}

begin_map_change() {
  require_executables
  prepare_home
  lock_home
  prepare_run_directory
  install_vendor
}

# change_over REGION: has the instances of a running stack read the current map, one after the
# other; of a region only its own.
change_over() {
  local served now
  local -a names
  served=$supervisor/served-map$(at "$1")
  map_name=$(current_map "$1")
  now=$(fingerprint "$1")
  say "The map is $map_name."
  if supervisor_answers; then
    configure_supervisor
    control update >/dev/null || fail "$failure" "supervisorctl could not update the stack."
    if [[ ! -e $served || $now != $(<"$served") ]]; then
      rm -f "$served"
      mapfile -t names < <(names_of "$1")
      restart_in_turn "${names[@]}"
      wait_until_ready
    fi
    printf '%s\n' "$now" | write_file "$served"
  fi
  prune_maps
}

require_osmium() {
  command -v osmium >/dev/null || fail "$failure" \
    "There is no 'osmium', which applies changes; install Debian's package 'osmium-tool'."
}

# choose_changes CHANGES...: sets `changes` to the files; of a directory, to those that the map does
# not have yet, in the order of their names.
choose_changes() {
  local path
  changes=()
  for path; do
    if [[ -d $path ]]; then
      mapfile -t -O "${#changes[@]}" changes < <(
        find "$(realpath "$path")" -name '*.osc*' -type f | LC_ALL=C sort |
          grep -vxF -f <(cat "$maps/$map_name/changes" 2>/dev/null; printf '\n') || true)
    else
      [[ -f $path && -r $path ]] || fail "$wrong_usage" "There is no readable file $path."
      changes+=("$(realpath "$path")")
    fi
  done
}

# apply_changes REGION CHANGES...: makes the extract with the changes the map's.
apply_changes() {
  local region=$1 old=$map_name work
  shift
  work=$(mktemp -d "$maps/update.XXXXXX")
  say "Applying to $old: ${*##*/}"
  if osmium apply-changes --no-progress -o "$work/new.osm.pbf" "$map_file" "$@" >&2; then
    adopt_extract "$work/new.osm.pbf"
    { cat "$maps/$old/changes" 2>/dev/null || true; printf '%s\n' "$@"; } | sort -u |
      write_file "$maps/$map_name/changes"
  fi
  end_update "$region" "$work" "osmium could not apply the changes."
}

# follow_changes REGION: the same with what has changed since, from the server that the extract's
# header names; an extract that was fetched by name and names none is fetched again.
follow_changes() {
  local url work status=0 note="$home/extracts/${map_file##*/}.json"
  work=$(mktemp -d "$maps/update.XXXXXX")
  if [[ -n $(osmium fileinfo -g header.option.osmosis_replication_base_url "$map_file") ]]; then
    command -v pyosmium-up-to-date >/dev/null || fail "$failure" \
      "There is no 'pyosmium-up-to-date'; install Debian's package 'pyosmium'."
    pyosmium-up-to-date --tmpdir "$work" -o "$work/new.osm.pbf" "$map_file" >&2 || status=$?
    while ((status == 1)) && [[ -e $work/new.osm.pbf ]]; do  # there is more
      status=0
      pyosmium-up-to-date --tmpdir "$work" "$work/new.osm.pbf" >&2 || status=$?
    done
    ((status > 0)) || { [[ -e $work/new.osm.pbf ]] && adopt_extract "$work/new.osm.pbf"; } ||
      updated=no
  elif [[ -e $note && $map_file == "$home/extracts/"* ]]; then
    url=$(sed 's/.*"url": "\([^"]*\)".*/\1/' "$note")
    extracts get "$home/extracts" "$url" >/dev/null || status=$?
    [[ $(map_name_of "$map_file") == "$map_name" ]] || updated=yes
    map_name=$(map_name_of "$map_file")
  else
    say "The header of $map_file names no server of its changes."
    status=1
  fi
  ((status > 0)) || updated=${updated:-no}
  end_update "$1" "$work" "The map could not follow its changes."
}

# adopt_extract FILE: sets map_file and map_name to it, and moves it beside what is built from it,
# unless it is what the map has. The header keeps the box of before, and the map's origin the map
# that all changes began with.
adopt_extract() {
  local base old=$map_name
  extracts box "$map_file" "$1"
  base=$(basename "$map_file")
  base=${base%%.osm*}.osm.pbf
  mv "$1" "${1%/*}/$base"
  map_name=$(map_name_of "${1%/*}/$base")
  updated=no
  [[ $map_name != "$old" ]] || return 0
  updated=yes
  map_source=$(source_of "$old")
  mkdir -p "$maps/$map_name"
  mv "${1%/*}/$base" "$maps/$map_name/$base"
  map_file=$maps/$map_name/$base
}

# end_update REGION DIRECTORY MESSAGE: leaves with the message where nothing came of an update.
end_update() {
  rm -rf "$2"
  [[ -n $updated ]] || fail "$failure" "$3" "Nothing was changed: $(what_stays "$1")."
  [[ $updated == yes ]] || updated=""
}

# update_every REGION PERIOD DIR: from now on a process of the stack looks for changes of the map,
# or of the region's; `never` ends that.
update_every() {
  local seconds directory updates
  local -A unit=([m]=60 [h]=3600 [d]=86400)
  updates=$home/map-updates$(at "$1")
  shift
  if [[ $1 == never ]]; then
    rm -f "$updates"
  else
    [[ $1 =~ ^([0-9]{1,5})([mhd])$ && $# == 2 && ( -d $2 || $2 == --follow ) ]] ||
      fail "$wrong_usage" "--every needs a period like 1d, 6h or 30m (or never), and the" \
        "directory of the changes, or --follow."
    require_osmium
    seconds=$((10#${BASH_REMATCH[1]} * unit[${BASH_REMATCH[2]}]))
    ((seconds > 0)) || fail "$wrong_usage" "--every needs a period of a minute or more."
    directory=$2
    [[ $2 == --follow ]] || directory=$(realpath "$2")
    [[ $directory != *[%\"\']* ]] || fail "$wrong_usage" \
      "supervisord cannot take a percent sign or a quotation mark in a path: $directory."
    prepare_home
    printf '%d\n%s\n' "$seconds" "$directory" | write_file "$updates"
  fi
  if supervisor_answers; then
    lock_home
    configure_supervisor
    control update >/dev/null || fail "$failure" "supervisorctl could not update the stack."
  fi
  [[ ! -e $updates ]] || say "Changes ($directory) are applied every $1 while the stack runs."
}
