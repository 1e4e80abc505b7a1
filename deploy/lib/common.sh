# Sourced by the scripts of deploy/: names, words to the user, small tools.
# shellcheck shell=bash disable=SC2034

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
sample="$root/deploy/sample/downtown-san-francisco.osm"

# Every service, in the order in which they are listed; and those that may run many instances.
services=(geocoder router venue-store shop-search geofence-monitor planner map-tiles web-gateway)
all_services=("${services[@]}")
scalable=(geocoder router shop-search map-tiles web-gateway)
most_instances=16
# What may be kept on a PostgreSQL server, in the order in which it is listed, and by whom; then
# that service may run many instances, too. The setting is a file of the home, such as venues-at.
stores=(venues plans fences)
declare -A keepers=([venues]=venue-store [plans]=planner [fences]=geofence-monitor)

# Exit statuses, as in the table of Shared/Messages.
failure=1 wrong_usage=2 unavailable=5 timed_out=6

# release_version: that of the sources.
release_version() {
  sed -n 's/.*version = "\(.*\)"/\1/p' "$root/Shared/CommandLineKit/Release.swift"
}

say() { printf '%s\n' "$*" >&2; }

# fail STATUS MESSAGE...: says each message on its own line and leaves.
fail() {
  local status=$1
  shift
  printf '%s\n' "$@" >&2
  exit "$status"
}

# write_file PATH: makes its input the contents of the file, whole or not at all, as services and
# the client do it (Shared/Files/RewrittenFile.swift). A link is followed, the mode stays.
write_file() {
  local target new=
  target=$(readlink -m -- "$1")
  {
    new=$(mktemp "${target%/*}/.quickbrew-XXXXXXXXXX.new") && cat >"$new" && sync "$new" &&
      { [[ ! -e $target ]] || chmod --reference="$target" "$new"; } && mv -T "$new" "$target"
  } 2>/dev/null && return
  [[ -z $new ]] || rm -f "$new" 2>/dev/null
  fail "$failure" "Cannot write $1; is the disk full?"
}

# shell_words WORD...: the words as a shell would have to be given them.
shell_words() {
  local words
  printf -v words '%q ' "$@"
  printf '%s' "${words% }"
}

# contains WORD WORD...: whether the first is among the rest.
contains() {
  local wanted=$1 word
  shift
  for word in "$@"; do [[ $word == "$wanted" ]] && return; done
  return 1
}

# nearest WORD WORD...: the one of the rest that WORD is a typing error of, or nothing.
# Levenshtein's distance, at most a third of the word's length.
nearest() {
  local word=$1
  shift
  printf '%s\n' "$@" | awk -v a="$word" '
    function least(x, y, z) { if (y < x) x = y; return z < x ? z : x }
    function distance(a, b,   i, j, d) {
      for (i = 0; i <= length(a); i++) d[i, 0] = i
      for (j = 0; j <= length(b); j++) d[0, j] = j
      for (i = 1; i <= length(a); i++)
        for (j = 1; j <= length(b); j++)
          d[i, j] = least(d[i-1, j] + 1, d[i, j-1] + 1,
            d[i-1, j-1] + (substr(a, i, 1) != substr(b, j, 1)))
      return d[length(a), length(b)]
    }
    { n = distance(a, $0); if (best == "" || n < fewest) { best = $0; fewest = n } }
    END { if (fewest <= 1 + length(a) / 3) print best }'
}

# usage_error WHAT WORD HELP-COMMAND WORD...: refuses a word, suggests the right one, exits 2.
usage_error() {
  local what=$1 word=$2 help=$3 suggestion
  shift 3
  suggestion=$(nearest "$word" "$@")
  [[ -z $suggestion ]] || suggestion=" Did you mean '$suggestion'?"
  fail "$wrong_usage" "$what '$word'.$suggestion" "See $help."
}

# The words of deploy/packages used for the given purposes.
packages_for() {
  awk -v purposes=" $* " '!/^#/ && NF && index(purposes, " " $2 " ") { print $1 }' \
    "$root/deploy/packages"
}
