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
  local -A wanted_stores=()
  if [[ ${1:-} == --all ]]; then all=yes; shift; fi
  read_flags map "${map_flags[*]}" "$@"
  [[ -z $all ]] || read_configured_stores
  begin_map_change
  for name in "${!wanted_stores[@]}"; do choose_store "$name" "${wanted_stores[$name]}"; done
  choose_map "" "$file" "$wanted_zone" "$wanted_country" "$wanted_side" "$wanted_heights"
  install_map ""
  [[ -z $all ]] || install_regions
  change_over ""
}

# map_update [--region NAME] CHANGES...|DIR: makes a new map of the current one and files of
# changes.
map_update() {
  local every="" region=""
  local -a changes=()
  while (($#)); do
    case $1 in
      --every) every=${2:-}; [[ -n $every ]] || refuse map "$1"; shift 2 ;;
      --every=*) every=${1#*=}; shift ;;
      --region) region=${2:-}; known_region "$region"; shift 2 ;;
      --region=*) region=${1#*=}; known_region "$region"; shift ;;
      -*) refuse map "$1" --every --region --help ;;
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
  choose_changes "${changes[@]}"
  if ((${#changes[@]} == 0)); then
    say "The map has all changes already."
    return
  fi
  apply_changes "$region" "${changes[@]}"
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

# apply_changes REGION CHANGES...: sets map_file and map_name to the extract with the changes, which
# lies beside what is built from it. Its origin has the map that all changes began with.
apply_changes() {
  local region=$1 old=$map_name base work
  shift
  map_source=$(source_of "$old")
  base=$(basename "$map_file")
  base=${base%%.osm*}.osm.pbf
  work=$(mktemp -d "$maps/update.XXXXXX")
  say "Applying to $old: ${*##*/}"
  osmium apply-changes --overwrite --no-progress -o "$work/$base" "$map_file" "$@" >&2 || {
    rm -rf "$work"
    fail "$failure" "osmium could not apply the changes." \
      "Nothing was changed: $(what_stays "$region")."
  }
  map_name=$(map_name_of "$work/$base")
  mkdir -p "$maps/$map_name"
  { cat "$maps/$old/changes" 2>/dev/null || true; printf '%s\n' "$@"; } |
    write_file "$maps/$map_name/changes"
  mv "$work/$base" "$maps/$map_name/$base"
  rm -rf "$work"
  map_file=$maps/$map_name/$base
}

# update_every REGION PERIOD DIR: from now on a process of the stack looks for changes of the map,
# or of the region's; `never` ends that.
update_every() {
  local seconds directory updates
  updates=$home/map-updates$(at "$1")
  shift
  if [[ $1 == never ]]; then
    rm -f "$updates"
  else
    [[ $1 =~ ^([0-9]{1,5})([mhd])$ && $# == 2 && -d ${2:-} ]] || fail "$wrong_usage" \
      "--every needs a period like 1d, 6h or 30m (or never), and the directory of the changes."
    require_osmium
    seconds=$((10#${BASH_REMATCH[1]}))
    case ${BASH_REMATCH[2]} in
      m) ((seconds *= 60)) ;;
      h) ((seconds *= 3600)) ;;
      *) ((seconds *= 86400)) ;;
    esac
    ((seconds > 0)) || fail "$wrong_usage" "--every needs a period of a minute or more."
    directory=$(realpath "$2")
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
  [[ ! -e $updates ]] || say "Changes in $directory are applied every $1 while the stack runs."
}
