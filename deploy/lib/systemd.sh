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

target_unit() {
  cat <<'END'
[Unit]
Description=QuickBrew
Documentation=man:quickbrew(1) file:/usr/share/doc/quickbrew-services/README.md.gz

[Install]
WantedBy=multi-user.target
END
}

# Builds the map and makes it the current one, before the services start; started again, for those
# that run already, too.
map_unit() {
  cat <<'END'
[Unit]
Description=The map of QuickBrew

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/lib/quickbrew/deploy/stack map build --all
ExecStartPost=+/usr/lib/quickbrew/deploy/systemd-restart
TimeoutStartSec=infinity
Nice=10
END
}

# What the map's unit needs of what the others have not: map-tiles waits for ever for the tools that
# it runs, osmium and tilemaker, under some of the common settings.
map_settings() {
  cat <<'END'
[Service]
MemoryDenyWriteExecute=no
PrivateDevices=no
PrivateUsers=no
ProtectClock=no
ProtectKernelTunables=no
ProtectProc=default
RestrictNamespaces=no
RestrictRealtime=no
SystemCallFilter=
END
}

# Copies what is stored, every night; seven copies stay.
backup_unit() {
  cat <<'END'
[Unit]
Description=A copy of what QuickBrew stores

[Service]
Type=oneshot
ExecStart=/usr/lib/quickbrew/deploy/backup --keep 7 /var/lib/quickbrew-backups
StateDirectory=quickbrew-backups
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
Nice=10
END
}

backup_timer() {
  cat <<'END'
[Unit]
Description=Copies what QuickBrew stores every night
PartOf=quickbrew.target

[Timer]
OnCalendar=*-*-* 03:00
RandomizedDelaySec=30min
Persistent=yes

[Install]
WantedBy=quickbrew.target
END
}

# What all units of the name have in common: who they run as, and what they may not do.
common_settings() {
  cat <<'END'
[Unit]
Documentation=man:quickbrew(1) file:/usr/share/doc/quickbrew-services/README.md.gz

[Service]
User=quickbrew
Group=quickbrew
UMask=0077
StateDirectory=quickbrew
StateDirectoryMode=0700
Environment=QUICKBREW_HOME=/var/lib/quickbrew QUICKBREW_CONFIG=/etc/quickbrew/quickbrew.conf
EnvironmentFile=-/etc/quickbrew/environment

NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
MemoryDenyWriteExecute=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
END
}

# write_units DIRECTORY SERVICE...: the templates of services, and their first instances wanted by
# the target; with the stores, their backup.
write_units() {
  local directory=$1 service
  shift
  mkdir -p "$directory/quickbrew.target.wants"
  if [[ " $* " == *" venue-store "* ]]; then
    backup_unit >"$directory/quickbrew-backup.service"
    backup_timer >"$directory/quickbrew-backup.timer"
    ln -s ../quickbrew-backup.timer "$directory/quickbrew.target.wants/"
  fi
  for service; do
    service_unit "$service" >"$directory/quickbrew-$service@.service"
    ln -s "../quickbrew-$service@.service" \
      "$directory/quickbrew.target.wants/quickbrew-$service@1.service"
  done
}
