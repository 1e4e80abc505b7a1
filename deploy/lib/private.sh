# Sourced by deploy/stack: who may read what a home holds, and where secrets come from.
# shellcheck shell=bash disable=SC2034,SC2154

# What lies in a home, also with @ and a region behind the name, besides locks and unfinished files
# (.quickbrew…); anything else is not ours.
own_entries=(maps data data.replaced logs run supervisor scale client vendor http-tokens keys
  regions listen-at hosts peers https-at https extracts
  venues-at plans-at fences-at map-updates last-backup)

# make_private_home: makes a missing home; closes one that is there to other users.
# Of a directory with other things in it only our own entries are closed, never the directory. Links
# are left alone, and so is what they lead to.
make_private_home() {
  local name path
  local -a closed=()
  if [[ ! -e $home ]]; then
    (umask "$umask_of_caller" && mkdir -p "$(dirname "$home")" && mkdir -m 0700 "$home") \
      2>/dev/null || [[ -d $home ]] || no_home "Cannot make $home."
  fi
  [[ -d $home ]] || no_home "$home is no directory."
  [[ -O $home ]] || no_home "$home belongs to $(stat -c %U "$home"), not to $(id -un)."
  [[ -w $home && -x $home ]] || no_home "Cannot write to $home."
  if is_ours_alone; then
    ! has_mode 002 "$home" || no_home \
      "Everybody may write to $home, and exchange what lies there." \
      "Close it with 'chmod 700 $(shell_words "$home")', once you know what is in it."
    closed=("$home")
  else
    ! has_mode 002 "$home" || no_home "Everybody may write to $home, and exchange what lies there."
    for name in "${own_entries[@]}"; do
      for path in "$home/$name" "$home/$name"@*; do [[ ! -e $path ]] || closed+=("$path"); done
    done
    [[ -e $supervisor || ${#closed[@]} == 0 ]] || no_home \
      "In $home other work has names that QuickBrew uses: ${closed[*]##*/}."
    say "Other things lie in $home: its own mode stays, QuickBrew's files there are closed."
  fi
  ((${#closed[@]} == 0)) || close_to_others "${closed[@]}"
}

# close_to_others PATH...: with all that lies below. What a running service removes meanwhile is no
# failure, and neither is a file system that knows no modes.
close_to_others() {
  local -a open=(-user "$EUID" ! -type l -perm /077)
  local left
  find "$@" "${open[@]}" -exec chmod go= {} + 2>/dev/null || true
  left=$(find "$@" "${open[@]}" -print -quit 2>/dev/null) || true
  [[ -z $left ]] || say "Other users may still read or write $left: its mode cannot be changed."
}

# has_mode BITS PATH: whether any of the bits is set, of what a link leads to.
has_mode() {
  local mode
  mode=$(stat -Lc %a "$2")
  ((8#$mode & 8#$1))
}

no_home() {
  fail "$failure" "$@" "Name another directory with QUICKBREW_HOME."
}

# Whether the home's directory is there for QuickBrew only.
is_ours_alone() {
  local path
  [[ $home != / && ! $home -ef ${HOME:-/} ]] || return 1
  while IFS= read -r -d '' path; do
    path=${path##*/}
    [[ $path == .quickbrew* ]] || contains "${path%%@*}" "${own_entries[@]}" || return 1
  done < <(find "$home" -mindepth 1 -maxdepth 1 -print0)
}

# has_password TEXT: whether it is an address with a password, before an at sign or in its
# parameters, whose names may be written with escapes. Where that is uncertain, it counts as one.
has_password() {
  local before_at='://[^@]*:.*@' parameter='[?&]((ssl)?password|[^=&]*%[^=&]*)='
  [[ $1 =~ $before_at || $1 =~ $parameter ]]
}

# refuse_password FLAG VALUE
refuse_password() {
  local flag=$1
  [[ $flag == --* ]] || flag=--venues-at
  ! has_password "$2" || fail "$wrong_usage" \
    "$1 has a password, which everybody who lists processes sees, and the shell keeps." \
    "Write the address into a file that only you may read, and name that: $flag-file FILE" \
    "(- for standard input); or leave the password out, and keep it in ~/.pgpass."
}

# read_store_file STORE FILE: sets wanted_stores[STORE] to the first line of a file that nobody else
# may read, or of standard input for -.
read_store_file() {
  local flag=--$1-at-file address=""
  if [[ $2 == - ]]; then
    IFS= read -r -n 4096 address || true
  else
    [[ -r $2 && ! -d $2 ]] || fail "$wrong_usage" "$flag: there is no readable file $2."
    [[ ! -f $2 ]] || ! has_mode 077 "$2" || fail "$wrong_usage" \
      "$flag: other users may read or write $2." \
      "Close it to them: chmod 600 $(shell_words "$2")"
    IFS= read -r -n 4096 address <"$2" || true
  fi
  address=${address%$'\r'}
  [[ -n $address ]] || fail "$wrong_usage" "$flag: $2 begins with no address."
  wanted_stores[$1]=$address
}
