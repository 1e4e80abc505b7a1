# Sourced by deploy/demo and deploy/test: makes a Debian machine ready to build.
# shellcheck shell=bash disable=SC2034,SC2154

# install_packages PURPOSE...: installs what deploy/packages lists for them and is missing.
install_packages() {
  local -a missing
  command -v dpkg-query >/dev/null || fail "$failure" \
    "QuickBrew is built for Debian 12; this machine has no dpkg." \
    "Install what corresponds to these, then build by hand: $(packages_for "$@" | xargs)"
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]})); then
    require_root "${missing[@]}"
    say "Installing ${#missing[@]} missing packages: ${missing[*]}"
    hold_services_back
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -yq --no-install-recommends "${missing[@]}" </dev/null
    let_services_start
    if contains supervisor "${missing[@]}"; then as_root "${disable_supervisor[@]}"; fi
  fi
}

missing_packages() {
  local package
  for package in $(packages_for "$@"); do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      printf '%s\n' "$package"
  done
}

# require_root PACKAGE...: leaves, saying what to run, where nothing could be installed.
require_root() {
  ((EUID != 0)) || return 0
  if command -v sudo >/dev/null; then return; fi
  local -a commands=("  apt-get update"
    "  apt-get install --no-install-recommends $(shell_words "$@")")
  if contains supervisor "$@"; then commands+=("  $(shell_words "${disable_supervisor[@]}")"); fi
  fail "$failure" "Installing packages needs root, and there is no sudo. As root, run:" \
    "${commands[@]}" "then try again."
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

# Debian starts a daemon when its package is installed, unless this policy forbids it. We want the
# program `supervisord`, not a system service.
hold_services_back() {
  held_back=
  [[ ! -e /usr/sbin/policy-rc.d ]] || return 0
  printf '#!/bin/sh\nexit 101\n' | as_root tee /usr/sbin/policy-rc.d >/dev/null
  as_root chmod +x /usr/sbin/policy-rc.d
  held_back=yes
  trap let_services_start EXIT
}

let_services_start() {
  [[ -n $held_back ]] || return 0
  as_root rm -f /usr/sbin/policy-rc.d
  held_back=
  trap - EXIT
}

if [[ -d /run/systemd/system ]]; then
  disable_supervisor=(systemctl disable --now supervisor.service)
else
  disable_supervisor=(update-rc.d supervisor disable)
fi

require_swift() {
  command -v swift >/dev/null || fail "$failure" \
    "There is no 'swift' on the PATH. QuickBrew needs the Swift 6.3 toolchain;" \
    "https://www.swift.org/install/linux/ has it for Debian 12."
}
