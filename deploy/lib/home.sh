# Sourced by deploy/stack: where a stack keeps what, and the lock on it.
# shellcheck shell=bash disable=SC2034,SC2154

# find_home COMMAND: everything of one stack lies under its home; two homes, two stacks. All
# commands but `up` go by what it was given. Sets what all sourced files
# read and only prepare_run_directory changes again: home, bin, logs, maps, supervisor, run and
# configuration. The other variables that they share are the map of one command, which choose_map
# sets (map_file, map_name, zone, country, driving_side, elevation), and constants.
find_home() {
  home=${QUICKBREW_HOME:-$(setting stack)}
  home=${home:-$root/.quickbrew}
  [[ $home == /* ]] || home=$PWD/$home
  home=$(realpath -m "$home")
  [[ $1 == up ]] || read_kept_variables
  export QUICKBREW_HOME=$home
  QUICKBREW_HTTP_PORT=${QUICKBREW_HTTP_PORT:-$(setting port)}
  [[ -z $QUICKBREW_HTTP_PORT ]] || export QUICKBREW_HTTP_PORT
  QUICKBREW_RETENTION=${QUICKBREW_RETENTION:-$(setting retention)}
  [[ -z $QUICKBREW_RETENTION ]] || export QUICKBREW_RETENTION
  unset QUICKBREW_BUS_LISTEN  # each instance has its own address: listen-at
  bin=${QUICKBREW_BIN:-$root/.build/release}
  [[ -n ${QUICKBREW_BIN:-} || ! -d $root/bin ]] || use_packaged
  [[ $bin == /* ]] || bin=$PWD/$bin
  [[ $home$bin != *[%\"\']* ]] || fail "$wrong_usage" \
    "supervisord cannot take a percent sign or a quotation mark in a path: $home, $bin." \
    "Name another place with QUICKBREW_HOME."
  [[ ! -d $home || -x $home ]] || fail "$failure" \
    "No permission: the stack in $home belongs to another user of this machine."
  use_chosen
  logs=$home/logs maps=$home/maps
  supervisor=$home/supervisor
  configuration=$supervisor/supervisord.conf
  run=$(known_run_directory)
  [[ $1 == up ]] || export_proxy
}

# keep_variables: writes down the variables that the stack depends on, for commands from elsewhere.
keep_variables() {
  local name
  for name in $(compgen -e | grep -E '^(QUICKBREW|OTEL)_'); do
    contains "$name" QUICKBREW_HOME QUICKBREW_SUPERVISED QUICKBREW_BIN ||
      printf 'export %s=%q\n' "$name" "${!name}"
  done >"$supervisor/variables.new"
  [[ -z ${QUICKBREW_BIN:-} ]] ||
    printf 'export QUICKBREW_BIN=%q\n' "$bin" >>"$supervisor/variables.new"
  mv "$supervisor/variables.new" "$supervisor/variables"
}

# read_kept_variables: sets those of the last `up` and no others, where there was one.
read_kept_variables() {
  local name
  [[ -f $home/supervisor/variables && -O $home/supervisor/variables ]] || return 0
  for name in $(compgen -e | grep -E '^(QUICKBREW|OTEL)_'); do
    contains "$name" QUICKBREW_HOME QUICKBREW_SUPERVISED QUICKBREW_EXTRACTS || unset "$name"
  done
  # shellcheck disable=SC1091
  source "$home/supervisor/variables"
}

# The executables of the packages; that of the page may not be installed.
use_packaged() {
  local service
  local -a installed=()
  bin=$root/bin
  for service in "${services[@]}"; do [[ ! -x $bin/$service ]] || installed+=("$service"); done
  services=("${installed[@]}")
}

# setting KEY: its value in the file of settings, which the client reads too (deploy/README.md);
# nothing where it is not set.
setting() {
  local file
  for file in "${QUICKBREW_CONFIG:-}" "${XDG_CONFIG_HOME:-${HOME:-}/.config}/quickbrew.conf" \
    /etc/quickbrew/quickbrew.conf; do
    if [[ -n $file && -r $file ]]; then
      sed -n "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*//p" "$file" | sed 's/[[:space:]]*$//;q'
      return
    fi
    [[ -z ${QUICKBREW_CONFIG:-} ]] || return 0
  done
}

# page_port: where browsers find the first gateway; 0 is any free port.
page_port() { printf '%s\n' "${QUICKBREW_HTTP_PORT:-8080}"; }

# retention: for how long the geofence monitor keeps positions and events; 90d is its own default.
retention() { printf '%s\n' "${QUICKBREW_RETENTION:-90d}"; }

# require_retention: leaves with a message where it is invalid.
require_retention() {
  [[ $(retention) == none || $(retention) =~ ^[1-9][0-9]{0,3}d$ ]] || fail "$wrong_usage" \
    "QUICKBREW_RETENTION is a number of days from 1d to 3650d, or none, not '$(retention)'."
}

# require_free_ports: leaves with a message where another program has a port that the gateways need,
# before anything is built. Ports that this stack has itself are fine.
require_free_ports() {
  local port number
  port=$(page_port)
  [[ $port =~ ^[0-9]{1,5}$ && $((10#$port)) -le 65535 ]] || fail "$wrong_usage" \
    "QUICKBREW_HTTP_PORT is a number from 0 to 65535, not '$port'."
  ((10#$port > 0)) || return 0
  if supervisor_answers && grep -q "QUICKBREW_HTTP_PORT=\"$port\"" "$configuration"; then return; fi
  if supervisor_answers && ((10#$port == 8080)) && ! grep -q QUICKBREW_HTTP_PORT "$configuration"
  then return; fi
  for ((number = 10#$port; number < 10#$port + $(instances web-gateway); number++)); do
    ! (exec 3<>"/dev/tcp/${QUICKBREW_HTTP_ADDRESS:-127.0.0.1}/$number") 2>/dev/null ||
      fail "$failure" "Another program has port $number, which the page needs." \
        "Name another one: QUICKBREW_HTTP_PORT=$((number + 10)) deploy/stack up"
  done
}

# The run directory as `up` last found it: `down` must work without executables too.
known_run_directory() {
  cat "$home/supervisor/run-directory" 2>/dev/null || printf '%s\n' "$home/run"
}

prepare_home() {
  make_private_home
  mkdir -p "$logs" "$maps" "$supervisor" "$home/scale"
  # What killed processes have left unfinished.
  find "$home" -maxdepth 2 -name '.quickbrew-*.new' -mmin +60 -delete 2>/dev/null || true
}

# Asks the client where the sockets go: beside the rest, or elsewhere where the path is too long.
prepare_run_directory() {
  run=$("$bin/quickbrew" paths run) || run=
  [[ $run == /* ]] || fail "$failure" "'quickbrew paths run' did not name the run directory."
  mkdir -p "$run"
  [[ -O $run && ! -L $run ]] || fail "$failure" \
    "$run belongs to somebody else. Name a shorter QUICKBREW_HOME of your own."
  chmod 0700 "$run"
  printf '%s\n' "$run" | write_file "$supervisor/run-directory"
}

require_executables() {
  local name
  for name in "${services[@]}" quickbrew; do
    [[ -x $bin/$name ]] || fail "$failure" "There is no executable '$name' in $bin." \
      "Build first: swift build -c release (or run deploy/demo)."
  done
}

# One invocation at a time changes a home. The lock is on the directory itself, so none is left
# behind; file descriptor 9 must not reach the supervisor, which would keep it.
lock_home() {
  exec 9<"$home"
  flock -n 9 && return
  say "Another deploy/stack is at work on $home; waiting for it to finish."
  flock -w 1200 9 || fail "$failure" "Gave up waiting after 20 minutes."
}

# choose_store STORE [URL|file]: where the venues, say, are kept, from now on; nothing changes
# nothing. The URL may hold a password: only the owner may read the file, and no message has the
# URL.
choose_store() {
  case $2 in
    "") return 0 ;;
    file)
      rm -f "$home/$1-at" "$home/scale/${keepers[$1]}" ;;
    postgresql://* | postgres://*)
      printf '%s\n' "$2" | write_file "$home/$1-at" ;;
    *)
      fail "$wrong_usage" "--$1-at is 'file' or postgresql://USER@HOST/DATABASE." ;;
  esac
}

# choose_address [ADDRESS:PORT|none]: where the services also listen over TCP, from now on; nothing
# changes nothing. Makes the keys for that where there are none.
choose_address() {
  case $1 in
    "") return 0 ;;
    none)
      rm -rf "$home/listen-at" "$home/hosts" "$home/peers"
      return 0 ;;
  esac
  if ! [[ $1 =~ ^[^[:space:]/]+:0*([1-9][0-9]{0,4})$ ]] || ((BASH_REMATCH[1] >= 65000)); then
    fail "$wrong_usage" "--listen is ADDRESS:PORT, such as 10.0.0.1:7400, or none; not '$1'."
  fi
  if [[ ! -s $home/keys/client.key ]]; then
    mkdir -p "$home/keys"
    "$bin/quickbrew" keys add "$(hostname)" --bus --scope admin </dev/null |
      write_file "$home/keys/client.key"
  fi
  printf '%s\n' "$1" | write_file "$home/listen-at"
}

# address SERVICE NUMBER [REGION]: where an instance listens over TCP; each has two ports.
address() {
  local base index
  base=$(<"$home/listen-at")
  for index in "${!all_services[@]}"; do
    [[ ${all_services[index]} != "$1" ]] || break
  done
  index=$((index + ${#all_services[@]} * $(block_of "${3:-}")))
  index=$((index * most_instances + $2 - 1))
  printf 'tcp://%s:%d' "${base%:*}" "$((10#${base##*:} + 2 * index))"
}

# own_peers: where all instances listen, as callers elsewhere have to be told.
own_peers() {
  local name service number where
  local -a all=()
  # shellcheck disable=SC2119
  for name in $(instance_names); do
    service=${name%-*} number=${name##*-} where=""
    if [[ $number == *@* ]]; then where=${number#*@} number=${number%@*}; fi
    all+=("$service$(at "$where")=$(address "$service" "$number" "$where")")
  done
  printf '%s\n' "${all[*]}"
}

# may_scale SERVICE[@REGION]: whether it may run many instances.
may_scale() {
  if [[ $1 == *@* ]]; then contains "${1%@*}" "${scalable[@]}"; return; fi
  contains "$1" "${scalable[@]}" || is_on_server "$1"
}

# is_on_server SERVICE: whether what it keeps is on a server.
is_on_server() {
  local store
  for store in "${stores[@]}"; do
    [[ ${keepers[$store]} != "$1" || ! -s $home/$store-at ]] || return 0
  done
  return 1
}

# instances SERVICE[@REGION]: how many of it there should be.
instances() {
  cat "$home/scale/$1" 2>/dev/null || printf '1\n'
}

# Names of all instances that should run, as the supervisor and the logs call them: router-1 and so
# on, and router-1@helsinki of a region. With services as the arguments (router, or router@helsinki
# for those of one region), only their instances.
# shellcheck disable=SC2120
instance_names() {
  local word service where number
  for where in "" $(regions); do
    for word in "${@:-${services[@]}}"; do
      service=${word%@*}
      [[ $word == "$service" || $word == "$service@$where" ]] || continue
      contains "$service" "${services[@]}" || continue
      has_service "$service" "$where" || continue
      for ((number = 1; number <= $(instances "$service$(at "$where")"); number++)); do
        printf '%s-%s%s\n' "$service" "$number" "$(at "$where")"
      done
    done
  done
}
