# Sourced by deploy/stack: several machines that work as one stack.
# shellcheck shell=bash disable=SC2034,SC2154

# hosts COMMAND...: deploy/lib/hosts.py.
hosts() { python3 "$root/deploy/lib/hosts.py" "$@"; }

# is_joined: whether this home follows that of another machine.
is_joined() { [[ -s $home/hosts/token ]]; }

# use_chosen: sets services to those that run here, on a machine that has joined.
use_chosen() {
  ! is_joined || mapfile -t services <"$home/hosts/services"
}

# note_instances: writes down what runs here, and where, for other machines.
note_instances() {
  [[ -s $home/listen-at ]] || return 0
  mkdir -p "$home/hosts"
  printf '%s\n' "${services[@]}" | write_file "$home/hosts/services"
  own_peers | write_file "$home/hosts/own"
}

# hosts_section: what answers machines that join, or follows the one that was joined.
hosts_section() {
  local command base
  [[ -s $home/listen-at ]] || return 0
  note_instances
  base=$(<"$home/listen-at")
  if is_joined; then
    command="/bin/bash -c \"while sleep 30; do '$root/deploy/stack' join; done\""
  else
    [[ -s $home/hosts/certificate.pem ]] || return 0
    command="/usr/bin/python3 \"$root/deploy/lib/hosts.py\" serve \"$home\" ${base%:*} "
    command+="$((10#${base##*:} - 1)) \"$bin/quickbrew\" \"$root/deploy/stack\""
  fi
  helper_section hosts "$command"
}

# say_invitation TOKEN: how another machine joins this one.
say_invitation() {
  local base
  base=$(<"$home/listen-at")
  say "Another machine joins within a day by:"
  say "  deploy/stack join $1@${base%:*}:$((10#${base##*:} - 1))"
}

# join TOKEN@ADDRESS:PORT [flags]: runs services for another machine's stack. Without a token it
# takes over what has changed there since; `none` ends it.
join() {
  local token=${1:-} wanted_address="" wanted_services=""
  require_executables
  case $token in
    "") follow_joined; return ;;
    none) leave_joined; return ;;
    -*) refuse join "$token" --help ;;
  esac
  shift
  read_flags join "--listen --services" "$@"
  ! supervisor_answers || is_joined ||
    fail "$failure" "A stack runs in $home already. Name another home with QUICKBREW_HOME."
  read -ra services <<<"${wanted_services:-${scalable[*]}}"
  check_services "${services[@]}"
  prepare_home
  lock_home
  mkdir -p "$home/hosts"
  printf '%s\n' "${services[@]}" | write_file "$home/hosts/services"
  say "Fetching keys and map from ${token#*@}."
  hosts follow "$home" "$token" >/dev/null || exit "$failure"
  [[ -n $wanted_address ]] ||
    wanted_address=$(address_towards "${token#*@}")
  choose_address "$wanted_address"
  # shellcheck disable=SC2119
  up
  hosts follow "$home" >/dev/null || exit "$failure"
  say "Joined ${token#*@} with ${services[*]}; it takes them up now. Leave: deploy/stack join none"
}

# address_towards ADDRESS:PORT: where this machine listens for one that is there.
address_towards() { printf '%s:%d' "$(hosts address "${1%:*}")" "$((10#${1##*:} + 1))"; }

# check_services SERVICE...: leaves unless they may run on a machine that joins.
check_services() {
  local service
  for service; do
    contains "$service" "${all_services[@]}" ||
      usage_error "There is no service" "$service" "'deploy/stack join --help'" "${scalable[@]}"
    contains "$service" "${scalable[@]}" || fail "$wrong_usage" \
      "The $service keeps data, which has one place: it stays on the machine that is joined." \
      "These can run here: ${scalable[*]}."
  done
}

# follow_joined: takes over keys, instances and maps of the machine that was joined.
follow_joined() {
  local -a changed
  local link
  is_joined || fail "$wrong_usage" \
    "join needs a token, as 'deploy/stack up --listen ADDRESS:PORT' prints it on the other machine."
  lock_home
  mapfile -t changed < <(hosts follow "$home")
  wait "$!" || exit "$unavailable"
  for link in "${changed[@]}"; do
    if [[ $link == peers ]]; then
      say "Other machines have other instances now."
      ! supervisor_answers || { restart_one_by_one && wait_until_ready; }
    else
      link=${link#current}
      change_over "${link#@}"
    fi
  done
}

# leave_joined: ends what runs here, and forgets the other machine.
leave_joined() {
  is_joined || fail "$wrong_usage" "The home $home has not joined another machine."
  lock_home
  hosts leave "$home" || say "It goes on looking for the services of this machine."
  stop_everything
  rm -rf "$home/hosts" "$home/peers" "$home/listen-at" "$home/keys" "$home/http-tokens"
  say "This machine has left. Its maps are still in $home/maps."
}
