#!/usr/bin/env bash
# Runs a command in a mount namespace that hides the session daemons of other users: only its own
# sessions record the programs that it starts. Root has one place for sockets of daemons,
# /run/lttng, which the namespace replaces. Other users, and root in a container without namespaces,
# run the command as it is.
#
#   alone.sh COMMAND…
set -euo pipefail

if ((EUID == 0)) && mkdir -p /run/lttng \
  && unshare --mount --propagation private mount -t tmpfs tmpfs /run/lttng 2> /dev/null; then
  exec unshare --mount --propagation private \
    bash -c 'mount -t tmpfs -o mode=755 tmpfs /run/lttng && exec "$@"' bash "$@"
fi
exec "$@"
