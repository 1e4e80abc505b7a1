#!/usr/bin/env bash
# Example: sudo prepare_redis.sh
#
# Installs Debian's redis-server where it is missing, and does not start it:
# compare_fences.py starts one.
set -euo pipefail

command -v redis-server > /dev/null && exit
apt-get update
# As in single-user mode, services that a package brings are not started.
RUNLEVEL=1 apt-get install --yes --no-install-recommends redis-server
