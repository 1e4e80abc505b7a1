# Sourced by deploy/stack: the supervisor, the processes under it, and what they leave behind.
# shellcheck shell=bash disable=SC2034,SC2154

# How long an instance must live to count as started; how often a start is tried, each time after
# one second more, before the supervisor gives up (FATAL); how long one may drain.
start_seconds=3 start_tries=5 drain_seconds=20
ready_seconds=60

# Writes the configuration of Debian's supervisor for this home. Each instance is a program of its
# own, so that scaling leaves its siblings alone.
configure_supervisor() {
  local name
  {
    supervisor_section
    for name in $(instance_names); do program_section "$name"; done
    watchdog_section
    https_section
    hosts_section
    for name in "" $(regions); do map_updates_section "$name"; done
  } | write_file "$configuration"
}

# Starts again what the supervisor gave up on, and kills what no longer answers.
watchdog_section() {
  cat <<END

[eventlistener:watchdog]
command=/usr/bin/python3 "$root/deploy/lib/watchdog.py" "$bin/quickbrew"
environment=$(program_environment),QUICKBREW_BUS_PEERS=""
events=TICK_5
autorestart=true
umask=077
stderr_logfile=$logs/watchdog.log
stderr_logfile_maxbytes=1MB
stderr_logfile_backups=1
END
}

# map_updates_section REGION: looks for changes of its map in a directory, from time to time.
map_updates_section() {
  local seconds directory flag="" name update
  name=map-updates$(at "$1")
  [[ -s $home/$name ]] || return 0
  { read -r seconds; read -r directory; } <"$home/$name"
  [[ -z $1 ]] || flag=" --region $1"
  update="'$root/deploy/stack' map update$flag '$directory'"
  helper_section "$name" "/bin/bash -c \"while :; do $update; sleep $seconds; done\""
}

# helper_section NAME COMMAND: a program that is no instance.
helper_section() { program "$1" "$2" 1MB 1 stopasgroup=true killasgroup=true; }

# program NAME COMMAND BYTES BACKUPS LINE...: a section; up to BACKUPS full logs stay beside the
# last.
program() {
  cat <<END

[program:$1]
command=$2
environment=$(program_environment)
autorestart=true
umask=077
redirect_stderr=true
stdout_logfile=$logs/$1.log
stdout_logfile_maxbytes=$3
stdout_logfile_backups=$4
END
  printf '%s\n' "${@:5}"
}

supervisor_section() {
  cat <<END
; Written by deploy/stack; changes here are lost.
[unix_http_server]
file=$run/supervisord.sock
chmod=0700

[supervisord]
logfile=$logs/supervisord.log
logfile_maxbytes=5MB
logfile_backups=2
pidfile=$run/supervisord.pid
childlogdir=$logs
directory=$home
identifier=quickbrew
nocleanup=true
umask=077

[rpcinterface:supervisor]
supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface

[supervisorctl]
serverurl=unix://$run/supervisord.sock
END
}

# program_section NAME: of an instance, such as router-1 or router-1@helsinki.
program_section() {
  local service=${1%-*} number=${1##*-} where="" flags=""
  if [[ $number == *@* ]]; then where=${number#*@} number=${number%@*}; fi
  flags="--instance $number${where:+ --region $where}"
  [[ ! -s $home/listen-at ]] || flags+=" --listen $(address "$service" "$number" "$where")"
  program "$1" "\"$bin/$service\" serve $flags" 10MB 3 startsecs=$start_seconds \
    startretries=$start_tries stopsignal=TERM stopwaitsecs=$drain_seconds
}

# The variables QUICKBREW_… and OTEL_… of this shell, so that a change restarts instances; and the
# mark by which `down` knows its own.
program_environment() {
  local name quote
  printf 'QUICKBREW_SUPERVISED="%s"' "$home"
  for name in $(compgen -e | grep -E '^(QUICKBREW|OTEL)_'); do
    [[ $name != QUICKBREW_SUPERVISED && $name != QUICKBREW_BIN ]] || continue
    quote='"'
    [[ ${!name} != *'"'* ]] || quote="'"
    printf ',%s=%s%s%s' "$name" "$quote" "${!name//%/%%}" "$quote"  # % begins an expansion
  done
}

# supervisorctl, without the packaging tools that it loads and never asks: half of its start.
control() {
  [[ -f $configuration ]] || return "$unavailable"
  /usr/bin/python3 -c 'import sys, types
sys.modules["pkg_resources"] = types.ModuleType("pkg_resources")
__import__("supervisor.supervisorctl").supervisorctl.main()' -c "$configuration" "$@" 9>&-
}

supervisor_answers() {
  [[ -S $run/supervisord.sock ]] && control pid &>/dev/null
}

# Starts the supervisor, and with it every service. Returns when its socket answers.
start_supervisor() {
  command -v supervisord >/dev/null || fail "$failure" \
    "There is no 'supervisord'; install Debian's package 'supervisor' (deploy/demo does)."
  sweep
  (let_go_of_files && PYTHONWARNINGS=ignore exec supervisord -c "$configuration") ||
    fail "$failure" "supervisord did not start; its log: $logs/supervisord.log"
}

# Closes all but standard input, output and error: what a caller left open would stay open as long
# as the stack is up, and some wait for the end of it.
let_go_of_files() {
  local path number
  for path in "/proc/$BASHPID/fd/"*; do
    number=${path##*/}
    ((number <= 2)) || eval "exec $number>&-"
  done
}

# Makes a running stack match its configuration: new and changed instances start, others stop,
# those that had given up get another chance, those that run an older build are restarted.
apply_configuration() {
  local -a again
  control update >/dev/null || fail "$failure" "supervisorctl could not update the stack."
  mapfile -t again < <(states | awk -F '\t' '$2 != "RUNNING" && $2 != "STARTING" { print $1 }
    '; states | outdated)
  if ((${#again[@]})); then
    say "Starting again: ${again[*]}"
    control restart "${again[@]}" >/dev/null || true  # readiness is judged afterwards
  fi
}

# restart_one_by_one [SERVICE]: each instance answers again before the next one goes, and requests
# wait for it.
restart_one_by_one() {
  local -a names
  mapfile -t names < <(instance_names "$@")
  restart_in_turn "${names[@]}"
}

restart_in_turn() {
  local name
  for name; do
    say "Restarting $name."
    control restart "$name" >/dev/null || true  # readiness is judged afterwards
    wait_until_answering "$name"
  done
}

# Instances whose executable was replaced since they started.
outdated() {
  local name state pid _
  while IFS=$'\t' read -r name state pid _; do
    if [[ $(readlink "/proc/$pid/exe" 2>/dev/null) == *' (deleted)' ]]; then
      printf '%s\n' "$name"
    fi
  done
}

# One line for each instance the supervisor knows: name, state, pid or -, uptime or -.
states() {
  control status 2>/dev/null | awk -v OFS='\t' '
    $2 ~ /^[A-Z]+$/ && $1 !~ /^(watchdog|https|hosts|map-updates(@.*)?)$/ {
    pid = uptime = "-"
    if ($3 == "pid") { pid = $4; sub(/,$/, "", pid); uptime = $0; sub(/.*uptime /, "", uptime) }
    print $1, $2, pid, uptime
  }'
}

# Waits until every instance has answered over the bus; leaves with a message when one gives up
# or does not answer in time. The client's own limit is 3 seconds; timeout(1) says 124.
wait_until_ready() {
  local report status end=$((SECONDS + ready_seconds))
  while ((SECONDS < end)); do
    status=0
    # Of a machine that has joined most services are elsewhere.
    is_joined ||
      report=$(QUICKBREW_BUS_PEERS="" timeout -k 2 20 "$bin/quickbrew" status --wait 3 2>&1 9>&-) ||
      status=$?
    report_given_up
    ((status == 0 || status == unavailable || status == timed_out || status == 124)) || break
    if ((status == 0)); then
      report="These do not: $(silent_instances | xargs)"
      [[ $report != "These do not: " ]] || return 0
    fi
    say "Waiting for the services to answer."
  done
  if ((SECONDS < end)); then
    say "'quickbrew status' failed with exit status $status:"
  else
    say "Not every service answered within $ready_seconds seconds:"
  fi
  fail "$failure" "$(head -n 15 <<<"$report")" "The logs are in $logs (deploy/stack logs)."
}

# Waits until an instance answers, at most as long as for all.
wait_until_answering() {
  local end=$((SECONDS + ready_seconds))
  while ((SECONDS < end)) && silent_instances | grep -qxF -- "$1"; do sleep 0.2; done
}

# Leaves with status 1 if the supervisor gave up on an instance: says which and why.
report_given_up() {
  local -a names
  local name
  mapfile -t names < <(states | awk -F '\t' '$2 == "FATAL" { print $1 }')
  ((${#names[@]})) || return 0
  for name in "${names[@]}"; do
    say "$name does not start; given up after $start_tries tries. Its log: $logs/$name.log"
    tail -n 8 "$logs/$name.log" 2>/dev/null | sed 's/^/  | /' >&2
  done
  fail "$failure" "The others keep running; 'deploy/stack up' tries again."
}

# Stops everything and removes sockets and locks; also where the supervisor was killed.
stop_everything() {
  local pid
  if supervisor_answers; then
    pid=$(control pid)
    control stop all >/dev/null || true  # all at once, where shutdown stops one after the other
    control shutdown >/dev/null || true
    wait_for_end $((drain_seconds + 10)) "$pid" || true
  fi
  sweep
  fold_logs
  # Outside the home, where the home's path is too long, not even the directory is left.
  [[ $run == "$home"/* || ! -d $run ]] || rmdir --ignore-fail-on-non-empty "$run"
}

# Puts what a store's log still holds into its file, so that a copy of the file has everything: a
# process that ends, or is killed, leaves its log. Nobody has a store open by now.
fold_logs() {
  local store
  for store in "$home"/data/*.sqlite; do
    [[ -e $store-wal ]] || continue
    python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
store.close()' "$store" || say "The log of $store stays beside it: copy both."
  done
}

# Ends the processes of this home that no supervisor looks after, and clears the run directory:
# sockets, locks, and what the services keep there for as long as the stack runs.
sweep() {
  local -a pids
  mapfile -t pids < <(own_processes)
  if ((${#pids[@]})); then
    say "Stopping processes left over: ${pids[*]}"
    kill -TERM "${pids[@]}" 2>/dev/null || true
    if ! wait_for_end "$drain_seconds" "${pids[@]}"; then
      mapfile -t pids < <(own_processes)
      ((${#pids[@]} == 0)) || kill -KILL "${pids[@]}" 2>/dev/null || true
      wait_for_end 5 "${pids[@]}" || true
    fi
  fi
  [[ -d $run ]] || return 0
  find "$run" -mindepth 1 -maxdepth 1 \( -type s -o -name '*.lock' -o -name '*.pid' \
    -o -name '*.json*' \) -delete
}

# wait_for_end SECONDS PID...: whether the processes ended within that time.
wait_for_end() {
  local seconds=$1 pid
  local -a watched=()
  shift
  for pid in "$@"; do watched+=(--pid="$pid"); done
  for pid in "${watched[@]}"; do
    timeout "$seconds" tail "$pid" -s 0.1 -f /dev/null || return 1
  done
}

# The processes that are certainly of this home: started by its supervisor (its mark is in their
# environment), that supervisor itself, or holders of a lock in its run directory.
own_processes() {
  local pid
  {
    grep -lzxF -- "QUICKBREW_SUPERVISED=$home" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
    cat "$run"/*.lock "$run/supervisord.pid" 2>/dev/null | grep -aoE '^[0-9]+' |
      while read -r pid; do
        if grep -qzxF -- "QUICKBREW_HOME=$home" "/proc/$pid/environ" 2>/dev/null; then
          printf '%s\n' "$pid"
        fi
      done
  } | sort -un
}
