# Sourced by deploy/package: the systemd units of the packages.
# shellcheck shell=bash disable=SC2034,SC2154

# service_unit SERVICE: its template. A service says that it is alive every two seconds while its
# workers answer, and in the gateway HTTP: one that hangs is back within 15 seconds. An instance of
# it is quickbrew-router@1.service, and one of a region quickbrew-router@1@helsinki.service.
service_unit() {
  local also="" network=$'PrivateNetwork=yes\nRestrictAddressFamilies=AF_UNIX'
  case $1 in
    venue-store | web-gateway)  # feeds; browsers
      also=" network-online.target"
      network='RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6' ;;
  esac
  cat <<END
[Unit]
Description=QuickBrew $1 %i
PartOf=quickbrew.target
StartLimitIntervalSec=0
Wants=quickbrew-map.service$also
After=quickbrew-map.service$also

[Service]
Type=notify
ExecStart=/usr/lib/quickbrew/bin/$1 serve --instance %i
WatchdogSec=10
WatchdogSignal=SIGKILL
Restart=always
RestartSec=1
TimeoutStopSec=15
MemoryMax=75%
LimitNOFILE=32768
$network

[Install]
WantedBy=quickbrew.target
END
}

# write_units DIRECTORY SERVICE...: the templates of services, and their first instances wanted by
# the target; with the stores, what all share, and their backup (deploy/debian/units).
write_units() {
  local directory=$1 service
  shift
  mkdir -p "$directory/quickbrew.target.wants"
  if [[ " $* " == *" venue-store "* ]]; then
    cp -r "$here/debian/units/." "$directory"
    ln -s ../quickbrew-backup.timer "$directory/quickbrew.target.wants/"
  fi
  for service; do
    service_unit "$service" >"$directory/quickbrew-$service@.service"
    ln -s "../quickbrew-$service@.service" \
      "$directory/quickbrew.target.wants/quickbrew-$service@1.service"
  done
}
