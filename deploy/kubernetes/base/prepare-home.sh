#!/bin/sh
# Makes the home of one instance, private to its user: the keys of the stack and, once there is one,
# the map that all instances share. Its first argument is the folder of the secret, its second that
# of the maps.
set -eu
umask 077
mkdir -p "$QUICKBREW_HOME/keys"
for file in "$1"/*; do
  [ -f "$file" ] || continue
  name=$(basename "$file")
  case $name in
    *.key) install -m 600 "$file" "$QUICKBREW_HOME/keys/$name" ;;
    *) install -m 600 "$file" "$QUICKBREW_HOME/$name" ;;
  esac
done
[ -L "$QUICKBREW_HOME/maps" ] || ln -s "$2" "$QUICKBREW_HOME/maps"
until [ -e "$2/current" ]; do
  echo "There is no map yet; a job of 'map' builds it." >&2
  sleep 5
done
