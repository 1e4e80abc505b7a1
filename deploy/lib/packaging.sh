# Sourced by deploy/package: what goes into which Debian package.
# shellcheck shell=bash disable=SC2034,SC2154

base_services=(geocoder router venue-store shop-search geofence-monitor planner)
web_services=(map-tiles web-gateway)

# Sets `executables` to where they were built, the Swift runtime linked in.
build_static() {
  local name
  executables=$root/.build/static/release
  for name in "${services[@]}" quickbrew; do
    (cd "$root" && swift build -c release --static-swift-stdlib --scratch-path .build/static \
      --product "$name") >&2
  done
}

# put_executables PACKAGE NAME...: without the names of their functions.
put_executables() {
  local directory=$stage/$1/usr/lib/quickbrew/bin name
  shift
  mkdir -p "$directory"
  for name; do
    strip --strip-unneeded --remove-section=.comment -o "$directory/$name" "$executables/$name"
    chmod 755 "$directory/$name"
  done
}

package_client() {
  local share=$stage/quickbrew/usr/share page
  put_executables quickbrew quickbrew
  mkdir -p "$stage/quickbrew/usr/bin" "$stage/quickbrew/etc/quickbrew"
  ln -s ../lib/quickbrew/bin/quickbrew "$stage/quickbrew/usr/bin/quickbrew"
  "$executables/quickbrew" help --pages "$share" >/dev/null
  mv "$share/zsh/site-functions" "$share/zsh/vendor-completions"
  for page in "$share"/man/man1/*.1; do gzip -9n "$page"; done
  install -m 644 "$here/debian/quickbrew.conf" "$stage/quickbrew/etc/quickbrew/quickbrew.conf"
}

package_services() {
  local to=$stage/quickbrew-services
  local library=$to/usr/lib/quickbrew units=$to/lib/systemd/system
  put_executables quickbrew-services "${base_services[@]}"
  install -D -m 755 "$here/debian/store-network" "$to/lib/systemd/system-generators/quickbrew"
  mkdir -p "$library/deploy/lib" "$library/deploy/sample" "$to/usr/sbin" "$to/usr/lib/sysusers.d" \
    "$to/usr/share/man/man8" "$to/etc/quickbrew" "$units/quickbrew-.service.d" \
    "$units/quickbrew-map.service.d"
  install -m 755 "$here/stack" "$here/systemd-restart" "$library/deploy/"
  local part
  # All that deploy/stack reads.
  # shellcheck disable=SC2016
  sed -n 's/^source "$here\/\(lib\/.*\)"$/\1/p' "$here/stack" | while read -r part; do
    install -m 644 "$here/$part" "$library/deploy/lib/"
  done
  install -m 644 "$here/sample/downtown-san-francisco.osm" "$library/deploy/sample/"
  install -m 755 "$here/debian/quickbrew-map" "$to/usr/sbin/quickbrew-map"
  gzip -9n <"$here/debian/quickbrew-map.8" >"$to/usr/share/man/man8/quickbrew-map.8.gz"
  printf 'u quickbrew - "QuickBrew"\n' >"$to/usr/lib/sysusers.d/quickbrew.conf"
  install -m 644 "$here/debian/environment" "$to/etc/quickbrew/environment"
  write_units "$units" "${base_services[@]}"
  target_unit >"$units/quickbrew.target"
  map_unit >"$units/quickbrew-map.service"
  common_settings >"$units/quickbrew-.service.d/common.conf"
  map_settings >"$units/quickbrew-map.service.d/map.conf"
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

# needed_libraries DIRECTORY: the packages of the libraries that its executables are linked with, as
# Depends has them.
needed_libraries() {
  local work
  work=$(mktemp -d)
  mkdir "$work/debian"
  printf 'Source: quickbrew\n\nPackage: quickbrew\nArchitecture: any\n' >"$work/debian/control"
  (cd "$work" && dpkg-shlibdeps -O --warnings=0 "$1"/usr/lib/quickbrew/bin/*) 2>/dev/null |
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
