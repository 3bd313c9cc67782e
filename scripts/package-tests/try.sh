#!/usr/bin/env bash
# Installs the package of signpost in releases of Debian without Swift, and uses each of its
# commands there: prints the versions of each release, and the commands that worked. As root.
#
#   try.sh DEB PROGRAM RELEASE…
#
# PROGRAM is a release build of the example Counter with --static-swift-stdlib. RELEASE is bookworm,
# trixie, sid, or another that debootstrap knows. CHROOTS is the directory of the installed systems,
# which are made once; MIRROR another source of packages. The exit code is 1 if a command failed.
set -euo pipefail
if (($# < 3)); then
  printf 'try.sh DEB PROGRAM RELEASE…\n' >&2
  exit 64
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
deb=$(realpath "$1")
program=$(realpath "$2")
shift 2
chroots=${CHROOTS:-/var/tmp/signpost-chroots}
mirror=${MIRROR:-http://deb.debian.org/debian}
if ! command -v debootstrap > /dev/null; then
  printf 'debootstrap is missing: apt-get install debootstrap\n' >&2
  exit 69
fi
if ((EUID != 0)); then
  printf 'try.sh installs systems, and has to run as root\n' >&2
  exit 77
fi
failures=0

for release in "$@"; do
  system=$chroots/$release
  mkdir -p "$chroots"
  if [[ ! -e $system/usr/bin/apt-get ]] \
    && ! debootstrap --variant=minbase "$release" "$system" "$mirror" > "$chroots/$release.log" 2>&1
  then
    printf '%-10s debootstrap failed, see %s\n' "$release" "$chroots/$release.log"
    failures=1
    continue
  fi
  work=$system/root/try
  rm -rf "$work"
  mkdir -p "$work"
  cp "$deb" "$work/signpost.deb"
  cp "$program" "$work/program"
  cp "$here/commands.sh" "$work/"
  # Namespaces of its own: mounts and processes go with it.
  # shellcheck disable=SC2016
  line=$(unshare --mount --pid --fork --kill-child bash -c '
    set -euo pipefail
    system=$1
    mount --make-rprivate /
    # The root of a chroot is a mount of its own, as namespaces within it need one.
    mount --bind "$system" "$system"
    mount --rbind /sys "$system/sys"
    mount -t proc proc "$system/proc"
    mount --rbind /dev "$system/dev"
    mount -t tmpfs tmpfs "$system/dev/shm"
    mount -t tmpfs tmpfs "$system/run"
    # A mirror may be older than its releases are valid.
    if ! chroot "$system" sh -c "apt-get update -qq -o Acquire::Check-Valid-Until=false \
      && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes \
      --no-install-recommends /root/try/signpost.deb libbabeltrace2-0 libsqlite3-0 linux-perf \
      curl ca-certificates" > "$system/root/try/install.log" 2>&1; then
      printf " install:FAILED\n"
      exit 0
    fi
    chroot "$system" env -i HOME=/root LC_ALL=C.UTF-8 PATH="$PATH" \
      sh -c "cd /root/try && ./commands.sh"
  ' bash "$system" 2> "$work/errors" || true)
  versions=$(chroot "$system" dpkg-query --show --showformat '${Package} ${Version}, ' \
    libc6 lttng-tools linux-perf libbabeltrace2-0 2> /dev/null || true)
  printf '%-10s %s\n%-10s%s\n' "$release" "${versions%, }" '' "$line"
  if [[ $line == *FAILED* || -z $line ]]; then
    failures=1
    cat "$work/errors"
  fi
done
exit "$failures"
