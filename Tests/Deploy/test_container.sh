#!/usr/bin/env bash
# Example: sudo Tests/Deploy/test_container.sh
#
# Builds the image of the Dockerfile by podman and runs it, with a read-only root, by any user. It
# needs no registry: where the two base images are missing, it makes such by debootstrap,
# from Debian and the toolchain of this machine, under the same names. Needs root.
#
#   --image NAME      try this image instead of building one
# shellcheck source-path=SCRIPTDIR/../../deploy disable=SC2154
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../deploy" && pwd)
source "$here/lib/common.sh"
source "$here/lib/install.sh"
source "$here/lib/vendor.sh"

# In a mount namespace whose control groups are version 2 alone: no other pleases crun.
if [[ $(stat -fc %T /sys/fs/cgroup) != cgroup2fs ]]; then
  # shellcheck disable=SC2016
  exec unshare -m bash -c 'mount --make-rprivate / && umount -l /sys/fs/cgroup &&
    mount -t cgroup2 none /sys/fs/cgroup && exec "$0" "$@"' "$0" "$@"
fi

image=""
while (($#)); do
  case $1 in
    --image) image=$2; shift 2 ;;
    -h | --help) sed -n '2,/^# shellcheck/{/^# shellcheck/d;s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) usage_error "Unexpected argument" "$1" "'Tests/Deploy/test_container.sh --help'" --image ;;
  esac
done

work=$(mktemp -d)
port=18080 most_megabytes=400
trap finish EXIT
finish() {
  podman rm --force --ignore quickbrew-test >/dev/null || true
  podman volume rm --force quickbrew-test >/dev/null || true
  rm -rf --one-file-system "$work"
}

# make_base NAME PACKAGES [TOOLCHAIN]: a base image, unless there is one of the name.
make_base() {
  local root=$work/root
  ! podman image exists "$1" || return 0
  say "Making $1."
  debootstrap --variant=minbase --include="$2" bookworm "$root" >&2
  umount -l "$root"/{proc,sys} 2>/dev/null || true
  # As the official image leaves them out.
  printf 'path-exclude /usr/share/%s/*\n' doc man locale info lintian \
    >"$root/etc/dpkg/dpkg.cfg.d/docker"
  rm -rf "$root"/usr/share/{doc,man,locale,info,lintian}/*
  rm -rf "$root"/var/cache/apt/archives/* "$root"/var/lib/apt/lists/*
  rm -rf "$root"/var/cache/apt/*.bin "$root"/var/log/*.log
  cp -rL /etc/apt/sources.list* "$root/etc/apt/" && rm -f "$root/etc/apt/sources.list"
  find "$root/etc/apt/sources.list.d" -type f ! -name 'debian*' -delete
  [[ -z ${3:-} ]] || cp -a "$3/." "$root/usr/"
  tar -C "$root" --exclude='./proc/*' --exclude='./sys/*' -c . | podman import - "$1" >&2
  rm -rf --one-file-system "$root"
}

expect() { "$@" || { podman logs quickbrew-test >&2; fail "$failure" "This failed: $*"; }; }

# run_container FLAG... -- ARGUMENT...: as a stranger would, on a port of our own.
run_container() {
  local -a flags=()
  while [[ $1 != -- ]]; do flags+=("$1"); shift; done
  podman run --detach --name quickbrew-test --network host --env QUICKBREW_HTTP_PORT=$port \
    --cgroups disabled --ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" --ulimit nproc=4096:4096 \
    --read-only --read-only-tmpfs=false --cap-drop all --volume quickbrew-test:/data \
    "${flags[@]}" "$image" "${@:2}" >&2
}

# caller_is TEXT FLAG...: whom the gateway takes a caller for.
caller_is() { curl -fsS "${@:2}" "http://127.0.0.1:$port/v1/caller" | grep -F "$1" >&2; }

# Whether the container's own check says so, within five minutes.
becomes_healthy() {
  local end=$((SECONDS + 300))
  until podman healthcheck run quickbrew-test &>/dev/null; do
    ((SECONDS < end)) || return 1
    [[ $(podman inspect -f '{{.State.Running}}' quickbrew-test) == true ]] || return 1
    sleep 1
  done
}

type podman debootstrap &>/dev/null || install_packages package-test
if [[ -z $image ]]; then
  image=localhost/quickbrew:latest
  fetch_vendor
  swift_needs=ca-certificates,binutils,git,libc6-dev,libgcc-12-dev,libstdc++-12-dev,libcurl4
  swift_needs+=,libedit2,libncurses6,libxml2,libsqlite3-0,libpython3.11,tzdata,pkg-config
  swift_tools=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
  make_base docker.io/library/debian:bookworm-slim ca-certificates
  make_base docker.io/library/swift:6.3-bookworm \
    "$swift_needs" "$swift_tools"
  time podman build --format docker --isolation chroot --network host --tag "$image" "$root" >&2
fi
for user in 990:990 4711:4711; do
  say "" "== The whole stack, as user $user"
  run_container --user "$user" --
  expect becomes_healthy
  expect podman exec quickbrew-test quickbrew plan "Ferry Building" "Coit Tower" --arrive-by +45m
  for style in Regular Bold Italic; do
    expect curl -fsS -o /dev/null "http://127.0.0.1:$port/map/glyphs/Noto%20Sans%20$style/0-255.pbf"
  done
  for _ in {1..60}; do
    link=$(podman logs quickbrew-test 2>&1 | sed -n 's/^The page.*#token=//p')
    [[ -z $link ]] || break
    sleep 0.5
  done
  expect caller_is '"isGuest":true'
  expect caller_is '"scope":"admin"' -H "Authorization: Bearer $link"
  say "" "== It ends at once, and starts again with what it had"
  podman stop --time 30 quickbrew-test >&2
  [[ $(podman inspect -f '{{.State.ExitCode}}' quickbrew-test) == 0 ]] ||
    fail "$failure" "It did not end by itself."
  podman start quickbrew-test >&2
  expect becomes_healthy
  expect caller_is '"scope":"admin"' -H "Authorization: Bearer $link"
  podman rm --force quickbrew-test >&2
  [[ $user != 990:990 ]] || podman volume rm quickbrew-test >&2
done

say "" "== One service, on the map that is there"
run_container --user 4711:4711 -- geocoder
expect becomes_healthy
size=$(($(podman image inspect -f '{{.Size}}' "$image") / 1000000))
say "" "The image has $size MB."
((size < most_megabytes)) || fail "$failure" "The image may have $most_megabytes MB."
say "" "All steps passed in $SECONDS s."
