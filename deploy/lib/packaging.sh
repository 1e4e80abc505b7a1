# Sourced by deploy/package: what goes into which Debian package.
# shellcheck shell=bash disable=SC2034,SC2154

base_services=(geocoder router venue-store shop-search geofence-monitor planner)
web_services=(map-tiles web-gateway)

# Sets `executables` to where they were built.
build_executables() {
  executables=$root/.build/release
  (cd "$root" && QUICKBREW_BUILD=product swift build -c release) >&2
}

# require_packageable NAME...: leaves, saying why, unless the executables start here, are optimised,
# and need no more than Debian's packages and the Swift runtime.
require_packageable() {
  local name program needed
  for name; do
    program=$executables/$name
    [[ -x $program ]] || fail "$failure" "There is no executable '$name' in $executables."
    needed=$(ldd "$program" 2>&1) || fail "$failure" "$program is not for this machine: $needed"
    [[ $needed != *'not found'* ]] ||
      fail "$failure" "$program needs what is missing here:" "$(grep 'not found' <<<"$needed")"
    [[ $needed != *libswiftSwiftOnoneSupport* ]] ||
      fail "$failure" "$program is a debug build. Build with: swift build -c release"
    "$program" --version >/dev/null || fail "$failure" "$program does not start."
    foreign_libraries "$program" | while read -r needed; do
      fail "$failure" "$program needs $needed, which is of no Debian package."
    done
  done
}

# libraries PROGRAM: the paths of all libraries that it loads, with links resolved.
libraries() { ldd "$1" | sed -n 's/.*=> \(\/.*\) (0x.*/\1/p' | xargs -r realpath; }

# runtime_libraries NAME...: those of the Swift toolchain among them.
runtime_libraries() {
  local name
  for name; do libraries "$executables/$name"; done | grep /swift/linux/ | sort -u
}

# foreign_libraries PROGRAM: those that neither the toolchain nor a Debian package has.
foreign_libraries() {
  local path
  libraries "$1" | grep -v /swift/linux/ | while read -r path; do
    dpkg-query -S "$path" &>/dev/null || dpkg-query -S "${path#/usr}" &>/dev/null ||
      printf '%s\n' "$path"
  done
}

# put_executables PACKAGE NAME...: without the names of their functions. They look for the Swift
# runtime beside them only, where the package of the client has it.
put_executables() {
  local directory=$stage/$1/usr/lib/quickbrew/bin name
  shift
  mkdir -p "$directory"
  for name; do
    strip --strip-unneeded --remove-section=.comment -o "$directory/$name" "$executables/$name"
    # shellcheck disable=SC2016
    patchelf --set-rpath '$ORIGIN/../lib' "$directory/$name"
    chmod 755 "$directory/$name"
  done
}

# The Swift runtime that all executables share.
put_runtime() {
  local directory=$stage/quickbrew/usr/lib/quickbrew/lib path
  mkdir -p "$directory"
  for path in $(runtime_libraries "${services[@]}" quickbrew); do
    strip --strip-unneeded -o "$directory/${path##*/}" "$path"
    # shellcheck disable=SC2016
    patchelf --set-rpath '$ORIGIN' "$directory/${path##*/}"
    chmod 644 "$directory/${path##*/}"
  done
}

package_client() {
  local share=$stage/quickbrew/usr/share page
  put_executables quickbrew quickbrew
  put_runtime
  mkdir -p "$stage/quickbrew/usr/bin" "$stage/quickbrew/etc/quickbrew"
  ln -s ../lib/quickbrew/bin/quickbrew "$stage/quickbrew/usr/bin/quickbrew"
  "$executables/quickbrew" help --pages "$share" >/dev/null
  mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"
  for page in "$share"/man/man1/*.1; do gzip -9n "$page"; done
  install -m 644 "$here/debian/quickbrew.conf" "$stage/quickbrew/etc/quickbrew/quickbrew.conf"
}

package_services() {
  local to=$stage/quickbrew-services
  local library=$to/usr/lib/quickbrew
  put_executables quickbrew-services "${base_services[@]}"
  install -D -m 755 "$here/debian/store-network" "$to/lib/systemd/system-generators/quickbrew"
  mkdir -p "$library/deploy/lib" "$library/deploy/sample" "$to/usr/sbin" "$to/usr/lib/sysusers.d" \
    "$to/usr/share/man/man8" "$to/etc/quickbrew"
  install -m 755 "$here/stack" "$here/systemd-restart" "$here/backup" "$library/deploy/"
  local part
  # All that deploy/stack reads.
  # shellcheck disable=SC2016
  sed -n 's/^source "$here\/\(lib\/.*\)"$/\1/p' "$here/stack" | while read -r part; do
    install -m 644 "$here/$part" "$library/deploy/lib/"
  done
  install -m 755 "$here/lib/extracts.py" "$here/lib/hosts.py" "$library/deploy/lib/"
  install -m 644 "$here/lib/watchdog.py" "$here/lib/rewritten.py" "$library/deploy/lib/"
  install -m 644 "$here/sample/downtown-san-francisco.osm" "$library/deploy/sample/"
  install -m 755 "$here/debian/quickbrew-map" "$to/usr/sbin/quickbrew-map"
  gzip -9n <"$here/debian/quickbrew-map.8" >"$to/usr/share/man/man8/quickbrew-map.8.gz"
  printf 'u quickbrew - "QuickBrew"\n' >"$to/usr/lib/sysusers.d/quickbrew.conf"
  install -m 644 "$here/debian/environment" "$to/etc/quickbrew/environment"
  write_units "$to/lib/systemd/system" "${base_services[@]}"
}

package_web() {
  local name vendored=$stage/quickbrew-web/usr/lib/quickbrew/vendor
  put_executables quickbrew-web "${web_services[@]}"
  write_units "$stage/quickbrew-web/lib/systemd/system" "${web_services[@]}"
  [[ -d $vendor ]] || return 0
  mkdir -p "$vendored"
  for name in "${map_libre[@]}"; do
    [[ ! -e $vendor/$name ]] || install -m 644 "$vendor/$name" "$vendored/$name"
  done
}

# finish_package NAME: the parts that every package has, and the package.
finish_package() {
  local to=$stage/$1 doc=$stage/$1/usr/share/doc/$1 file
  local architecture depends
  architecture=$(dpkg --print-architecture)
  mkdir -p "$doc" "$to/DEBIAN"
  install -m 644 "$here/debian/copyright" "$doc/copyright"
  changelog | gzip -9n >"$doc/changelog.gz"
  [[ $1 != quickbrew-services ]] || gzip -9n <"$here/debian/README.md" >"$doc/README.md.gz"
  [[ ! -e $here/debian/$1.overrides ]] ||
    install -D -m 644 "$here/debian/$1.overrides" "$to/usr/share/lintian/overrides/$1"
  for file in postinst prerm postrm; do
    [[ ! -e $here/debian/$1.$file ]] ||
      install -m 755 "$here/debian/$1.$file" "$to/DEBIAN/$file"
  done
  find "$to" -path "$to/etc/*" -type f -printf '/%P\n' | LC_ALL=C sort >"$to/DEBIAN/conffiles"
  [[ -s $to/DEBIAN/conffiles ]] || rm "$to/DEBIAN/conffiles"
  (cd "$to" && find . -type f ! -path './DEBIAN/*' ! -path './etc/*' -printf '%P\0' |
    LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  depends=$(needed_libraries "$to")
  sed -e "s/@VERSION@/$version/g" -e "s/@ARCHITECTURE@/$architecture/" \
    -e "s/@SIZE@/$(du -sk --apparent-size --exclude DEBIAN "$to" | cut -f 1)/" \
    -e "s/@LIBRARIES@/$depends/" \
    "$here/debian/$1.control" >"$to/DEBIAN/control"
  chmod 644 "$to/DEBIAN/control" "$to/DEBIAN/md5sums"
  find "$to" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --build --root-owner-group -Z"$compression" "$to" \
    "$into/$1_${version}_$architecture.deb" >&2
}

# needed_libraries DIRECTORY: the packages of the libraries that its programs, and the runtime in
# it, are linked with, as Depends has them.
needed_libraries() {
  local work
  local -a programs=("$1"/usr/lib/quickbrew/bin/* "$1"/usr/lib/quickbrew/lib/*)
  work=$(mktemp -d)
  mkdir "$work/debian"
  printf 'Source: quickbrew\n\nPackage: quickbrew\nArchitecture: any\n' >"$work/debian/control"
  (cd "$work" && dpkg-shlibdeps -O --warnings=0 --ignore-missing-info \
    -l"$stage/quickbrew/usr/lib/quickbrew/lib" "${programs[@]}") |
    sed -n 's/^shlibs:Depends=//p'
  rm -rf "$work"
}

changelog() {
  cat <<END
quickbrew ($version) unstable; urgency=medium

  * What changed is in CHANGELOG.md of the sources.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END
}
maintainer=$(sed -n 's/^Maintainer: //p' "$here/debian/quickbrew.control")
