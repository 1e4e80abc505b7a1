#!/usr/bin/env bash
# Example: sudo Tests/Deploy/test_packages.sh
#
# Installs, starts, upgrades, removes and purges the Debian packages in a Debian 12 of their own,
# which systemd-nspawn boots: without the toolchain, without the sources, without a network. Takes
# some minutes, beside the time to build, and needs root.
#
#   --packages DIR     test these packages instead of building them, and upgrade to DIR/upgrade
#   --root DIR         the Debian to test in; made by debootstrap if it is not there, and kept
#   --full             with the page, and the tools that build its map
# shellcheck source-path=SCRIPTDIR/../../deploy disable=SC2154
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../deploy" && pwd)
source "$here/lib/common.sh"
source "$here/lib/install.sh"

packages="" base="" names=(quickbrew quickbrew-services)
while (($#)); do
  case $1 in
    --packages) packages=$(realpath "$2"); shift 2 ;;
    --root) base=$(realpath -m "$2"); shift 2 ;;
    --full) names+=(quickbrew-web); shift ;;
    -h | --help) sed -n '2,/^# shellcheck/{/^# shellcheck/d;s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) usage_error "Unexpected argument" "$1" "'Tests/Deploy/test_packages.sh --help'" \
      --packages --root --full ;;
  esac
done
((EUID == 0)) || fail "$failure" "Tests/Deploy/test_packages.sh boots a system, and needs root."
type lintian debootstrap systemd-nspawn &>/dev/null || install_packages package-test

work=$(mktemp -d)
boot="" leader=""
trap finish EXIT
finish() {
  local status=$?
  if ((status)) && [[ -n $leader ]]; then
    inside journalctl --no-pager -o cat -n 15 -u quickbrew-map >&2 || true
    inside journalctl --no-pager -o cat -n 30 -u 'quickbrew*@*' >&2 || true
  fi
  if [[ -n $boot ]]; then
    kill "$boot" 2>/dev/null || true
    for _ in {1..50}; do kill -0 "$boot" 2>/dev/null || break; sleep 0.2; done
    [[ -z $leader ]] || kill -KILL "$leader" 2>/dev/null || true
  fi
  rm -rf --one-file-system "$work"
  ((status == 0)) || say "FAILED"
}

step() { say "" "== $*"; }
trip=('37.7959,-122.3937' '37.8023,-122.4058')

# inside COMMAND...: runs it in the booted system.
inside() {
  nsenter -t "$leader" -m -u -i -n -p -r -w -- /usr/bin/env -i \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
}

# eventually COMMAND...: within a minute.
eventually() {
  local end=$((SECONDS + 60))
  until "$@" &>/dev/null; do
    ((SECONDS < end)) || { "$@" || true; fail "$failure" "Not within a minute: $*"; }
    sleep 0.5
  done
}

expect() { "$@" || fail "$failure" "This failed: $*"; }
refuse_path() { [[ ! -e $work/root$1 ]] || fail "$failure" "$1 is still there."; }

prepare_debian() {
  [[ -n $base ]] || base=$root/.build/debian
  if [[ ! -e $base/etc/debian_version ]]; then
    debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates \
      bookworm "$base" >&2
  fi
  # All that the packages depend on, so that the system needs no network later.
  local name depends
  for name in "${names[@]}"; do
    depends=$(dpkg-deb -f "$packages"/"${name}"_*.deb Depends | tr ',' '\n' |
      grep -v '^ *quickbrew' | paste -sd ,)
    chroot "$base" apt-get update -qq
    chroot "$base" env DEBIAN_FRONTEND=noninteractive \
      apt-get satisfy -qqy --no-install-recommends "$depends" osmium-tool >&2 </dev/null
  done
  cp -a --reflink=auto "$base" "$work/root"
  mkdir -p "$work/root/packages"
  cp "$packages"/*.deb "$work/root/packages/"
  mkdir "$work/root/packages/upgrade"
  cp "$packages"/upgrade/*.deb "$work/root/packages/upgrade/"
}

# Boots the system in a mount namespace whose control groups are version 2 alone.
boot_system() {
  # shellcheck disable=SC2016
  unshare -m bash -c 'mount --make-rprivate /
    umount -l /sys/fs/cgroup 2>/dev/null
    mount -t cgroup2 none /sys/fs/cgroup
    export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
    exec systemd-nspawn -q -D "$0" --boot --register=no --keep-unit --private-network \
      --console=pipe' "$work/root" >"$work/console" 2>&1 </dev/null &
  boot=$!
  local end=$((SECONDS + 30))
  while ((SECONDS < end)); do
    leader=$(pgrep -P "$boot" || true)
    [[ -z $leader ]] || ! inside systemctl is-system-running --wait &>/dev/null || return 0
    sleep 0.5
  done
  fail "$failure" "The system did not boot:" "$(tail -n 20 "$work/console")"
}

debs() { local name; for name in "${names[@]}"; do printf '%s\n' "$1/$name"_*.deb; done; }
install_in() {
  local -a files
  mapfile -t files < <(cd "$work/root" && debs "packages$1")
  inside dpkg -i "${files[@]/#//}" >&2
}

plan() {
  inside quickbrew plan "Ferry Building" "Coit Tower" --depart "mon 8:00" --arrive-by "mon 9:00"
}

# A request every tenth of a second while a command runs; none may fail.
without_failures() {
  local failures=$work/failures number=0
  : >"$failures"
  : >"$work/asked"
  (while [[ ! -e $work/stop ]]; do
    inside quickbrew route "${trip[@]}" >/dev/null 2>>"$failures" || echo failed >>"$failures"
    echo >>"$work/asked"
  done) &
  number=$!
  expect "$@"
  touch "$work/stop"
  wait "$number"
  rm "$work/stop"
  say "$(wc -l <"$work/asked") requests meanwhile"
  [[ ! -s $failures ]] || fail "$failure" "Requests failed meanwhile:" "$(head -n 5 "$failures")"
}

if [[ -z $packages ]]; then
  packages=$work/packages
  "$here/package" --compression none --into "$packages"
  "$here/package" --compression none --into "$packages/upgrade" \
    --bin "$root/.build/release" --version 99.0
fi

step "lintian"
lintian --fail-on error,warning --suppress-tags \
  uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball "$packages"/*.deb

step "A Debian without toolchain"
prepare_debian
boot_system
! inside which swift gcc || fail "$failure" "There is a toolchain."

step "Installed: the sample map is built, and all services run"
time install_in ""
eventually inside systemctl is-active quickbrew.target
inside systemctl list-units --no-legend 'quickbrew-*' >&2
for service in geocoder router venue-store shop-search geofence-monitor planner; do
  eventually inside systemctl is-active --quiet "quickbrew-$service@1"
done

step "A plan in one command"
plan
expect inside quickbrew favourite add osm/node/442 --user ada

step "The units are sound and closed"
inside systemd-analyze verify --man=no quickbrew.target quickbrew-map.service \
  quickbrew-router@1.service quickbrew-router@1@twin.service
for service in geocoder router venue-store shop-search geofence-monitor planner; do
  inside systemd-analyze security --threshold=35 --no-pager "quickbrew-$service@1" |
    sed -n 's/.*Overall exposure level for //p' ||
    fail "$failure" "quickbrew-$service@1 is too open."
done

if [[ -n ${names[2]:-} ]]; then
  step "The page answers, and the letters of its map are drawn"
  for path in / /map/glyphs/Noto%20Sans%20Regular/0-255.pbf; do
    # shellcheck disable=SC2016
    eventually inside bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080
      printf "GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n" "$0" >&3
      grep -aq "200 OK" <&3' "$path"
  done
fi

step "What is killed or hangs comes back; instances are added"
inside systemctl kill -s KILL quickbrew-router@1
eventually inside quickbrew route "${trip[@]}"
hanging=$(inside systemctl show --property MainPID --value quickbrew-geocoder@1)
inside systemctl kill -s STOP quickbrew-geocoder@1
is_replaced() {
  local now
  now=$(inside systemctl show --property MainPID --value quickbrew-geocoder@1)
  [[ $now != 0 && $now != "$hanging" ]]
}
eventually is_replaced
eventually plan
expect inside systemctl start quickbrew-router@2
expect inside quickbrew status

step "Another map, changes, and back, with no failed request"
sed 's/<osm /<osm note="another" /' "$sample" >"$work/root/srv/other.osm"
without_failures inside quickbrew-map build --map /srv/other.osm --time-zone America/Los_Angeles
without_failures inside quickbrew-map rollback

step "Another map beside it, with its own services; a store on a server opens a network"
sed 's/<osm /<osm note="beside" /' "$sample" >"$work/root/srv/twin.osm"
without_failures inside quickbrew-map add twin /srv/twin.osm --time-zone America/Los_Angeles
eventually inside systemctl is-active --quiet quickbrew-planner@1@twin
eventually inside quickbrew route "${trip[@]}" --region twin
printf 'plans-at = postgresql://nobody@127.0.0.1/none\n' >>"$work/root/etc/quickbrew/quickbrew.conf"
inside systemctl daemon-reload
private_network() { inside systemctl show --property PrivateNetwork --value "quickbrew-$1@1"; }
[[ $(private_network planner) == no ]] ||
  fail "$failure" "The planner has no network for its server."
[[ $(private_network geofence-monitor) == yes ]] ||
  fail "$failure" "The geofence monitor has a network and no server."
sed -i '/^plans-at/d' "$work/root/etc/quickbrew/quickbrew.conf"
inside systemctl daemon-reload

step "Upgraded: what was kept is there"
install_in /upgrade
eventually inside systemctl is-active quickbrew-planner@1
plan >/dev/null
eventually inside quickbrew route "${trip[@]}" --region twin
expect inside quickbrew-map remove twin
! inside systemctl is-active --quiet quickbrew-planner@1@twin ||
  fail "$failure" "The region still runs."
inside quickbrew favourite list --user ada | grep -q 442 || fail "$failure" "The favourite is lost."
inside quickbrew --version

step "Removed: nothing runs; purged: nothing is left"
inside dpkg --remove "${names[@]}" >&2
# shellcheck disable=SC2016
expect inside bash -c 'for process in /proc/[0-9]*; do
  [[ $(stat -c %U "$process" 2>/dev/null) != quickbrew ]] || exit 1
done'
[[ -d $work/root/var/lib/quickbrew ]] || fail "$failure" "A removal took the data."
inside dpkg --purge "${names[@]}" >&2
for path in /var/lib/quickbrew /etc/quickbrew /usr/lib/quickbrew /usr/bin/quickbrew; do
  refuse_path "$path"
done
! inside systemctl list-unit-files --no-legend 'quickbrew*' | grep . ||
  fail "$failure" "Units are left."
say "" "All steps passed in $SECONDS s."
