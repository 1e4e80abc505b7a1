# Sourced by deploy/stack: what the stack is doing, for a person to read.
# shellcheck shell=bash disable=SC2034,SC2154

# One table of all instances: what the supervisor knows joined with what each says of itself.
print_status() {
  local missing region
  if ! supervisor_answers; then
    say "QuickBrew is not running in $home. Start it with: deploy/stack up"
    return "$unavailable"
  fi
  printf 'map %s%s, home %s\n' "$(current_map "")" "$(age_of "$(current_map "")")" "$home"
  for region in $(regions); do
    printf 'region %s: map %s%s\n' "$region" "$(current_map "$region")" \
      "$(age_of "$(current_map "$region")")"
  done
  printf 'positions and events are kept: %s\n\n' "$(retention)"
  joined_status | status_table
  [[ ! -s $home/peers ]] || print_elsewhere
  missing=$(silent_instances | xargs)
  [[ -n $missing ]] || return 0
  say "" "Not running: $missing; see deploy/stack logs"
  return "$unavailable"
}

# print_elsewhere: the instances on other machines, with their addresses.
print_elsewhere() {
  printf '\nOn other machines:\n'
  { "$bin/quickbrew" status --plain 2>/dev/null || true; } | awk -F '\t' '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["host"] != "" {
      printf "%-20s %-22s %s\n", $column["service"] "-" ($column["pid"] == "" ? "?" : $2),
        $column["host"], $column["pid"] == "" ? "does not answer" : "RUNNING" }'
}

# The same as one line of JSON: map, home, page, retention, regions, and the instances with what
# the table has. Status 5 unless all run.
print_status_json() {
  local missing="" region
  if supervisor_answers; then missing=$(silent_instances | xargs); else missing=all; fi
  joined_status | python3 -c 'import json, sys
home, page, map, retention, missing, regions = sys.argv[1:]
regions = dict(line.split(" ") for line in regions.splitlines())
keys = ["instance", "state", "pid", "uptime", "version", "restarts", "requests",
        "p50Milliseconds", "p99Milliseconds", "memoryMegabytes"]
def value(key, text):
    if text in ("", "-"): return None
    if key in ("pid", "restarts", "requests"): return int(text)
    return float(text) if key[0] in "pm" else text
rows = [dict(zip(keys, line.rstrip("\n").split("\t"))) for line in sys.stdin]
rows = [{key: value(key, text) for key, text in row.items() if value(key, text) is not None}
        for row in rows]
print(json.dumps({"home": home, "map": map, "page": page, "retention": retention, "instances": rows,
                  "running": missing == "", **({"regions": regions} if regions else {})},
                 ensure_ascii=False))' \
    "$home" "http://${QUICKBREW_HTTP_ADDRESS:-127.0.0.1}:$(page_port)" "$(current_map "")" \
    "$(retention)" "$missing" \
    "$(for region in $(regions); do printf '%s %s\n' "$region" "$(current_map "$region")"; done)"
  [[ -z $missing ]] || return "$unavailable"
}

# The instances that should run and do not, or do not answer.
silent_instances() {
  joined_status | awk -F '\t' '
    FILENAME == "-" { if ($2 ~ /^(RUNNING|STARTING)$/ && $5 != "") answering[$1]; next }
    !($1 in answering)' - <(instance_names)
}

# name, state, pid, uptime, version, restarts, requests, p50, p99, memory: the last six are empty
# where the instance did not answer. The supervisor knows a pid, an uptime and that it runs only
# after some seconds; until then the instance's own word counts.
joined_status() {
  # It fails where a service is missing: of a machine that has joined, most are elsewhere.
  { QUICKBREW_BUS_PEERS="" "$bin/quickbrew" status --plain 2>/dev/null || true; } |
    awk -F '\t' -v OFS='\t' '
    function clock(s) { return sprintf("%d:%02d:%02d", s / 3600, s % 3600 / 60, s % 60) }
    FILENAME == "-" && FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    FILENAME == "-" && $column["pid"] == "" { next }
    FILENAME == "-" {
      name = $column["service"] "-" $column["instance"]
      pid[name] = $column["pid"]
      uptime[name] = clock($column["uptimeSeconds"])
      said[name] = $column["version"] OFS $column["restarts"] OFS $column["requests"] OFS \
        $column["p50Milliseconds"] OFS $column["p99Milliseconds"] OFS $column["memoryMegabytes"]
      next
    }
    $3 == "-" && $1 in said { $3 = pid[$1]; $4 = uptime[$1] }
    $2 == "STARTING" && $1 in said { $2 = "RUNNING" }
    { print $0, ($1 in said) ? said[$1] : "\t\t\t\t\t" }' - <(states)
}

status_table() {
  awk -F '\t' '
    function or_dash(text, unit) { return text == "" ? "-" : text unit }
    BEGIN {
      row = "%-20s %-9s %8s %16s %8s %9s %10s %10s %8s\n"
      printf row, "instance", "state", "pid", "uptime", "restarts", "requests", "p50", "p99",
        "memory"
    }
    { printf row, $1, $2, $3, $4, or_dash($6), or_dash($7), or_dash($8, " ms"),
        or_dash($9, " ms"), or_dash($10, " MB") }'
}

# print_logs LINES FOLLOW NAME...: the named instances' last lines, each with its instance's name
# in front, in the order of their times; then, if wanted, what they go on to say.
print_logs() {
  local lines=$1 follow=$2 name
  shift 2
  if [[ -n $follow ]]; then
    follow_logs "$lines" "$@"
    return
  fi
  for name in "$@"; do
    [[ ! -f $logs/$name.log ]] || tail -n "$lines" "$logs/$name.log" | awk -v name="$name" '
      { sub(/\r$/, "") }
      match($0, /^[0-9]+-[0-9]+-[0-9]+[T ][0-9:.]+/) { time = substr($0, 1, RLENGTH) }
      { printf "%s\t%-18s | %s\n", time, name, $0 }'
  done | LC_ALL=C sort -s -t $'\t' -k 1,1 | cut -f 2-
}

follow_logs() {
  local lines=$1 name
  local -a followers=()
  shift
  for name in "$@"; do
    tail -n "$lines" -F "$logs/$name.log" 2>/dev/null \
      > >(exec sed -u "s/^/$(printf '%-18s' "$name") | /") &
    followers+=($!)
  done
  trap 'kill "${followers[@]}" 2>/dev/null' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  wait
}
