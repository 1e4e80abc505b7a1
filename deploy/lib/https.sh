# Sourced by deploy/stack: HTTPS for other devices, by Debian's caddy in front of the page.
# shellcheck shell=bash disable=SC2034,SC2154

# choose_https [NAME[:PORT]|none]: the name by which others reach the page, from now on; nothing
# changes nothing. Makes a key for them where there is none, and sets new_token to it.
choose_https() {
  local port
  case $1 in
    "") return 0 ;;
    none)
      rm -f "$home/https-at"
      return 0 ;;
  esac
  [[ $1 =~ ^[A-Za-z0-9.-]+(:0*([1-9][0-9]{0,4}))?$ ]] || fail "$wrong_usage" \
    "--https is NAME or NAME:PORT, such as coffee.example, 192.168.0.10:8443, or none; not '$1'."
  port=${BASH_REMATCH[2]:-443}
  command -v caddy >/dev/null || fail "$failure" \
    "There is no 'caddy', which speaks HTTPS; install Debian's package 'caddy'."
  ((EUID == 0 || port >= $(</proc/sys/net/ipv4/ip_unprivileged_port_start))) ||
    fail "$failure" "Only root may listen on port $port. Name another one: --https ${1%:*}:8443"
  printf '%s\n' "$1" | write_file "$home/https-at"
  [[ -s $home/http-tokens ]] ||
    new_token=$("$bin/quickbrew" keys add https --scope write </dev/null)
}

https_name() { sed 's/:.*//' "$home/https-at"; }
https_port() { sed 's/^[^:]*$/&:443/; s/.*:0*//' "$home/https-at"; }
https_site() { printf 'https://%s:%s' "$(https_name)" "$(https_port)" | sed 's/:443$//'; }

# export_proxy: has the gateways believe the proxy, on this machine, of who its clients are.
export_proxy() {
  [[ -s $home/https-at ]] || return 0
  QUICKBREW_HTTP_PROXIES=127.0.0.1${QUICKBREW_HTTP_PROXIES:+,$QUICKBREW_HTTP_PROXIES}
  QUICKBREW_HTTP_HOSTS=$(https_name)${QUICKBREW_HTTP_HOSTS:+,$QUICKBREW_HTTP_HOSTS}
  export QUICKBREW_HTTP_PROXIES QUICKBREW_HTTP_HOSTS
}

# is_local_name NAME: whether it is an address, or a name that only a local network knows, for which
# no authority of the internet gives certificates.
is_local_name() {
  [[ $1 != *.* || $1 =~ ^[0-9.]+$ ||
    $1 =~ \.(local|localhost|lan|home|internal|test|home\.arpa)$ ]]
}

# write_caddyfile: what the proxy reads. It finds all gateways, and gives the authority's
# certificate to whoever asks; that is no secret.
write_caddyfile() {
  local name number gateways="" internal=""
  name=$(https_name)
  ! is_local_name "$name" || internal="tls internal"
  for ((number = 0; number < $(instances web-gateway); number++)); do
    gateways+=" 127.0.0.1:$((10#$(page_port) + number))"
  done
  cat <<END
{
  admin off
  skip_install_trust
  auto_https disable_redirects
  default_sni $name
  grace_period 5s
  storage file_system "$home/https"
}
(authority) {
  handle /authority.crt {
    root * "$home/https/pki/authorities/local"
    header Content-Type application/x-x509-ca-cert
    rewrite * /root.crt
    file_server
  }
}
$(https_site) {
  $internal
  import authority
  handle {
    reverse_proxy$gateways {
      lb_try_duration 5s
      flush_interval -1
    }
  }
}
END
  [[ $(https_port) != 443 ]] || cat <<END
http://$name {
  import authority
  handle {
    redir https://$name{uri}
  }
}
END
}

# https_section: the proxy as a program of the supervisor.
https_section() {
  [[ -s $home/https-at ]] || return 0
  mkdir -p "$home/https"
  write_caddyfile | write_file "$home/https/Caddyfile"
  cat <<END

[program:https]
; $(sha256sum <"$home/https/Caddyfile")
command=caddy run --adapter caddyfile --config "$home/https/Caddyfile"
environment=$(program_environment),HOME="$home/https",XDG_CONFIG_HOME="$home/https"
autorestart=true
umask=077
redirect_stderr=true
stdout_logfile=$logs/https.log
stdout_logfile_maxbytes=1MB
stdout_logfile_backups=1
END
}

# wait_for_https: until the proxy listens; leaves with its log otherwise.
wait_for_https() {
  local end=$((SECONDS + 15))
  [[ -s $home/https-at ]] || return 0
  until (exec 3<>"/dev/tcp/127.0.0.1/$(https_port)") 2>/dev/null; do
    ((SECONDS < end)) || fail "$failure" "HTTPS does not start; its log: $logs/https.log" \
      "$(tail -n 3 "$logs/https.log")"
    sleep 0.2
  done
}

# say_https: where the page is for others, and how they come to trust it.
say_https() {
  local site
  [[ -s $home/https-at ]] || return 0
  site=$(https_site)
  say "The page for other devices: $site${new_token:+/#token=$new_token}"
  ! is_local_name "$(https_name)" || say \
    "They trust it once they have its authority's certificate, $site/authority.crt:" \
    "deploy/README.md says how."
}
