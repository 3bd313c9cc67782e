#!/usr/bin/env bash
# Installs the packages that building, testing and recording need, unless they are there already.
# Asks nothing.
#
#   setup.sh            installs
#   setup.sh --tests    also installs packages of tests, such as a browser and readers of exports
#   setup.sh --check    only names the missing packages; exit code 69 if there are any
set -euo pipefail

# Packages of Debian and Ubuntu. Each line: a package, and its use.
#   liblttng-ust-dev        the tracepoint headers, to build the library Signpost
#   libbabeltrace2-dev      the trace reader, to build the command signpost
#   libsqlite3-dev          databases, to build the command signpost
#   zlib1g-dev              compression, to build the command signpost
#   pkg-config              finds libraries for SwiftPM
#   lttng-tools             the session daemon and its client, to record
#   babeltrace2             a second opinion on traces, for the tests
#   valgrind                counts instructions for Bench, where the processor does not
#   libcurl4-openssl-dev    sends spans; Foundation's networking, for the examples
#   binutils                readelf, for the tests, and strip, for Bench
#   procps, util-linux      pgrep, unshare, for the tests
#   chromium, -driver       a browser without a window, for the tests (with --tests)
#   nodejs, python3-venv    run readers of exports, for the tests (with --tests)
#   node-typescript         checks the types of the page's scripts, for the tests (with --tests)
#   openssl                 makes certificates, for the tests (with --tests)
#   python3-jsonschema      checks reports against their schema, for the tests (with --tests)
#   iproute2                hosts in network namespaces, for the tests (with --tests)
#   linux-perf              samples processor time, for the tests (with --tests)
#   man-db, zsh, fish       read the manual and the completions, for the tests (with --tests)
#   libxml2-utils           checks exports against their schema, for the tests (with --tests)
#   "shellcheck"            lints the scripts (with --tests); ruff, for Python, comes from PyPI
missing_packages() {
  has_header lttng/tracepoint.h || echo liblttng-ust-dev
  has_header babeltrace2/babeltrace.h || echo libbabeltrace2-dev
  has_header sqlite3.h || echo libsqlite3-dev
  has_header zlib.h || echo zlib1g-dev
  has_command pkg-config || echo pkg-config
  { has_command lttng && has_command lttng-sessiond; } || echo lttng-tools
  has_command babeltrace2 || echo babeltrace2
  has_command valgrind || echo valgrind
  has_library libcurl.so.4 || echo libcurl4-openssl-dev
  { has_command readelf && has_command strip; } || echo binutils
  has_command pgrep || echo procps
  { has_command unshare && has_command nsenter && has_command setsid; } || echo util-linux
  if $for_tests; then
    has_command chromium || has_command google-chrome || echo chromium
    has_command chromedriver || echo chromium-driver
    has_command node || echo nodejs
    has_command tsc || echo node-typescript
    has_command openssl || echo openssl
    python3 -c 'import ensurepip, venv' 2> /dev/null || echo python3-venv
    /usr/bin/python3 -c 'import jsonschema' 2> /dev/null || echo python3-jsonschema
    has_command ip || echo iproute2
    has_command perf || perf_package
    has_command man || echo man-db
    has_command zsh || echo zsh
    has_command fish || echo fish
    has_command xmllint || echo libxml2-utils
    has_command shellcheck || echo shellcheck
  fi
}

# Readers of exports for the tests: Perfetto's engine, the messages of OpenTelemetry, and a driver
# of the browser; and the linter of Python. In an environment of Python that goes away with the
# build.
viewers=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/.build/viewers
requirements=${viewers%/.build/viewers}/Tests/Trace/Viewers/requirements.txt
has_viewers() { ! $for_tests || cmp -s "$requirements" "$viewers/requirements.txt"; }
install_viewers() {
  # The list comes last: it shows that the installation is complete.
  rm -rf "$viewers" \
    && python3 -m venv "$viewers" \
    && "$viewers/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" \
    && cp "$requirements" "$viewers/requirements.txt"
}

# Ubuntu has a perf for each kernel, and none for kernels of others: the tests of profiles are
# skipped then.
perf_package() {
  if apt-cache show linux-perf > /dev/null 2>&1; then
    echo linux-perf
  elif apt-cache show "linux-tools-$(uname -r)" > /dev/null 2>&1; then
    echo "linux-tools-$(uname -r)"
  fi
}

has_command() { command -v "$1" > /dev/null; }

has_header() {
  local directory
  for directory in /usr/include /usr/include/*-linux-gnu* /usr/local/include; do
    [[ -e $directory/$1 ]] && return 0
  done
  return 1
}

has_library() {
  local directory
  for directory in /lib /usr/lib /lib/*-linux-gnu* /usr/lib/*-linux-gnu* /lib64 /usr/lib64 \
    /usr/local/lib; do
    [[ -e $directory/$1 ]] && return 0
  done
  return 1
}

stop() {
  printf 'setup: %s\n' "$1" >&2
  exit 69
}

# The package of lttng-tools starts a session daemon for the whole machine. Where no service manager
# would look after it, as in a container, it would only stay around; nothing here needs it.
start_no_daemons() {
  local policy=/usr/sbin/policy-rc.d
  [[ -d /run/systemd/system || -e $policy ]] && return
  trap 'as_root rm -f /usr/sbin/policy-rc.d' EXIT
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" > /dev/null
  as_root chmod 755 "$policy"
}

for_tests=false
only_check=false
for option; do
  case $option in
    --tests) for_tests=true ;;
    --check) only_check=true ;;
    *) stop "unknown option '$option'; options are --tests and --check" ;;
  esac
done

has_command swift || stop "there is no Swift here. Install Swift 6.3: https://www.swift.org/install"
mapfile -t missing < <(missing_packages)
if ((${#missing[@]} == 0)) && has_viewers; then
  exit 0
fi
if $only_check; then
  has_viewers || missing+=("readers of exports")
  stop "missing: ${missing[*]}. Install them with: scripts/setup.sh$($for_tests && echo ' --tests')"
fi

install_packages() {
  by_hand="Install these packages by hand, or what your distribution calls them: ${missing[*]}"
  has_command apt-get || stop "there is no apt-get here, so nothing was installed. $by_hand"
  if ((EUID == 0)); then
    as_root() { "$@"; }
  elif has_command sudo && sudo -n true 2> /dev/null; then
    as_root() { sudo -n "$@"; }
  else
    stop "installing packages needs root. Run: sudo apt-get install ${missing[*]}"
  fi
  export DEBIAN_FRONTEND=noninteractive

  printf 'setup: installing %s\n' "${missing[*]}"
  start_no_daemons
  log=$(mktemp)
  install_missing() {
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install --yes --no-install-recommends "${missing[@]}" < /dev/null > "$log" 2>&1
  }
  # The lists of packages may be absent, as in a fresh container, or out of date.
  if ! install_missing; then
    printf 'setup: getting the lists of packages first\n'
    if ! as_root apt-get update < /dev/null > "$log" 2>&1 || ! install_missing; then
      cat "$log" >&2
      rm -f "$log"
      stop "apt-get failed, see above. $by_hand"
    fi
  fi
  rm -f "$log"
}

((${#missing[@]} == 0)) || install_packages
mapfile -t missing < <(missing_packages)
((${#missing[@]} == 0)) || stop "still missing after the installation: ${missing[*]}"
if ! has_viewers; then
  printf 'setup: installing readers of exports\n'
  install_viewers \
    || stop "pip failed, see above. The tests of exports need what $requirements lists"
fi
printf 'setup: done\n'
