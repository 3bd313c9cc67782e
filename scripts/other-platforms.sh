#!/usr/bin/env bash
# Compiles the modules in C for other platforms than this machine's, without a warning, and runs
# their tests there: for arm64, in qemu's emulation of a user's programs with Debian's libraries and
# its LTTng; with musl, linked statically; and with glibc, linked statically, in C and in Swift.
#
#   other-platforms.sh [PLATFORM…]    all platforms, or: arm64, musl, static
#
# The compiler comes with the Swift toolchain. Packages are downloaded and unpacked into a temporary
# directory, which goes away at the end; nothing is installed. `make nightly` runs it.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$repository"

stop() {
  printf 'other-platforms: %s\n' "$1" >&2
  exit 69
}

platforms=(arm64 musl static)
for name; do
  [[ " ${platforms[*]} " == *" $name "* ]] || {
    printf 'other-platforms: no platform %s; platforms are: %s\n' "$name" "${platforms[*]}" >&2
    exit 64
  }
done
if (($# > 0)); then platforms=("$@"); fi

for command in swiftc clang ld.lld; do
  command -v "$command" > /dev/null \
    || stop "no $command: install Swift, https://www.swift.org/install, and add its bin to PATH"
done
for command in apt-get dpkg; do
  command -v "$command" > /dev/null || stop "no $command: this downloads packages of Debian"
done
for command in lttng-sessiond babeltrace2; do
  command -v "$command" > /dev/null || stop "no $command: make setup"
done

work=$(mktemp -d "${TMPDIR:-/tmp}/signpost-platforms.XXXXXX")
test_process=
clean_up() {
  # The running test stops its session daemon when it is terminated: wait for it.
  if [[ -n $test_process ]]; then
    kill -TERM "$test_process" 2> /dev/null || true
    wait "$test_process" || true
  fi
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# The user _apt reads it.
chmod 755 "$work"
sysroot=$work/sysroot
mkdir "$work/bin" "$work/objects" "$sysroot"

# The headers of all modules, and those that only the provider includes.
includes=(-ISources/CLTTng)
while IFS= read -r directory; do includes+=("-I$directory"); done < <(
  git ls-files 'Sources/*.h' | grep -E '/include/[^/]*$' | xargs -n 1 dirname | sort -u
)

passed=0
failed=0
outcome() {
  if (($1 == 0)); then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# compile_modules PLATFORM OPTION…: each file in C of the package by itself.
compile_modules() {
  local platform=$1 file count=0 bad=0 log=$work/log
  shift
  while IFS= read -r file; do
    if clang "$@" -O2 -fPIC -Wall -Wextra -Werror "${includes[@]}" -c "$file" \
      -o "$work/objects/$platform-${file//\//-}.o" > "$log" 2>&1; then
      count=$((count + 1))
    else
      printf 'FAILED  %s: %s\n' "$platform" "$file"
      sed 's/^/        /' "$log"
      bad=$((bad + 1))
    fi
  done < <(git ls-files 'Sources/*.c')
  if ((bad == 0)); then printf 'passed  %s: %d files in C compile\n' "$platform" "$count"; fi
  outcome "$bad"
}

# run_tests PLATFORM TEST…: integration tests, with the compiler and the tools of the platform.
run_tests() {
  local platform=$1 test status start log=$work/log
  shift
  for test; do
    start=$SECONDS
    status=0
    env PATH="$work/bin/$platform:$PATH" CC="$work/bin/$platform/platform-cc" \
      LTTNG_CONSUMERD64_BIN="$work/bin/$platform/consumerd" \
      timeout --kill-after=30 600 scripts/alone.sh bash "IntegrationTests/$test.sh" \
      > "$log" 2>&1 < /dev/null &
    test_process=$!
    wait "$test_process" || status=$?
    test_process=
    if ((status == 0)); then
      printf 'passed  %s: %s (%d s)\n' "$platform" "$test" $((SECONDS - start))
    else
      printf 'FAILED  %s: %s (%d s), exit code %d\n' "$platform" "$test" $((SECONDS - start)) "$status"
      sed 's/^/        /' "$log"
    fi
    outcome "$status"
  done
}

# make_tool PATH: an executable from standard input.
make_tool() {
  mkdir -p "$(dirname "$1")"
  cat > "$1"
  chmod +x "$1"
}

# ---- arm64 -----------------------------------------------------------------------------------

# unpack ARCHITECTURE DIRECTORY PACKAGE…: packages of this machine's distribution and all that they
# depend on, into a directory. apt has a state of its own for that.
unpack() {
  local architecture=$1 directory=$2 state=$work/apt log=$work/log package
  shift 2
  mkdir -p "$state"/{lists/partial,archives/partial}
  : > "$state/status"
  cat > "$state/apt.conf" << CONFIGURATION
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Install-Recommends "false";
Dir::State "$state";
Dir::State::status "$state/status";
Dir::Cache "$state";
CONFIGURATION
  if ! {
    APT_CONFIG=$state/apt.conf apt-get update \
      && APT_CONFIG=$state/apt.conf apt-get install --yes --download-only "$@"
  } > "$log" 2>&1; then
    cat "$log" >&2
    stop "no packages of $architecture; sources of apt must have them, as Debian's do"
  fi
  for package in "$state"/archives/*.deb; do dpkg -x "$package" "$directory"; done
  rm -rf "$state"
}

# The emulator of Debian, unless there is one: linked statically, so that a library that a test
# preloads is not loaded into the emulator itself.
find_emulator() {
  emulator=$(command -v qemu-aarch64-static || true)
  [[ -z $emulator ]] || return 0
  mkdir "$work/emulator"
  chmod 777 "$work/emulator"
  (cd "$work/emulator" && apt-get download qemu-user-static > "$work/log" 2>&1) || {
    cat "$work/log" >&2
    stop "no emulator: apt-get install qemu-user-static"
  }
  dpkg -x "$work/emulator"/*.deb "$work/emulator"
  emulator=$work/emulator/usr/bin/qemu-aarch64-static
}

try_arm64() {
  [[ $(uname -m) != aarch64 ]] || stop "this machine is arm64: make test"
  unpack arm64 "$sysroot" libc6-dev libgcc-12-dev liblttng-ust-dev libbabeltrace2-dev \
    libsqlite3-dev zlib1g-dev libcurl4 lttng-tools
  find_emulator
  local tools=$work/bin/arm64 name
  local compile=(--target=aarch64-linux-gnu "--sysroot=$sysroot")
  local run=("$emulator" -L "$sysroot")
  # A program becomes a script that starts it in the emulator.
  make_tool "$tools/platform-cc" << TOOL
#!/usr/bin/env bash
set -euo pipefail
output=a.out is_program=true
for ((index = 1; index <= \$#; index++)); do
  case \${!index} in
    -o) next=\$((index + 1)) output=\${!next} ;;
    -c | -shared) is_program=false ;;
  esac
done
clang ${compile[*]} -fuse-ld=lld -Wno-unused-command-line-argument "\$@"
if \$is_program; then
  mv "\$output" "\$output.arm64"
  printf '#!/bin/sh\nexec ${run[*]} "%s" "\$@"\n' "\$output.arm64" > "\$output"
  chmod +x "\$output"
fi
TOOL
  # The daemons are of arm64, too: buffers in shared memory have other layouts on x86-64.
  for name in lttng lttng-sessiond; do
    make_tool "$tools/$name" << TOOL
#!/bin/sh
exec ${run[*]} "$sysroot/usr/bin/$name" "\$@"
TOOL
  done
  make_tool "$tools/consumerd" << TOOL
#!/bin/sh
exec ${run[*]} "$sysroot/usr/lib/aarch64-linux-gnu/lttng/libexec/lttng-consumerd" "\$@"
TOOL
  compile_modules arm64 "${compile[@]}"
  # Without the tests that read their program as a file of this machine (test_links,
  # test_no_library), preload a library (test_fork: also into the tools of this machine), or count
  # threads (test_session_lock: the emulator has one), without sanitizers, which Swift's toolchain
  # has for its own architecture only, and without the adoption of orphans, which the emulator
  # rejects.
  run_tests arm64 tests_c/test_{runtime,ids_of_copies,libraries,processes} \
    tests_clttng/test_{environment_variable,exit_while_recording,no_daemon,record,schema} \
    tests_clttng/test_{selection,session_start,static,toggled,two_providers}
}

# ---- musl ------------------------------------------------------------------------------------

# Debian has no package of LTTng for musl. Its headers for glibc declare all that the provider uses,
# and the library is absent when a program runs.
try_musl() {
  local machine directory=$work/musl libraries headers=$work/headers name
  machine=$(uname -m)
  unpack "$(dpkg --print-architecture)" "$directory" musl-dev
  libraries=$directory/usr/lib/$machine-linux-musl
  mkdir "$headers"
  for name in /usr/include/{babeltrace2,sqlite3.h,zlib.h,linux,asm-generic} \
    "/usr/include/$machine-linux-gnu"/{lttng,urcu,urcu*.h,asm,zconf.h}; do
    [[ ! -e $name ]] || ln -sf "$name" "$headers/"
  done
  local compile=(
    --target="$machine-linux-musl" -nostdlibinc
    -isystem "$directory/usr/include/$machine-linux-musl" -idirafter "$headers"
  )
  make_tool "$work/bin/musl/platform-cc" << TOOL
#!/bin/sh
exec clang ${compile[*]} -static -nostdlib -fuse-ld=lld -Wno-unused-command-line-argument \
  "$libraries/crt1.o" "$libraries/crti.o" "\$@" "$libraries/libc.a" \
  "$(clang -print-libgcc-file-name)" "$libraries/crtn.o"
TOOL
  compile_modules musl "${compile[@]}"
  run_tests musl tests_c/test_{runtime,processes,orphans} tests_clttng/test_{no_daemon,selection}
}

# ---- Static programs -------------------------------------------------------------------------

try_static() {
  local compile=(-fuse-ld=lld -static) status=0 output=
  make_tool "$work/bin/static/platform-cc" << TOOL
#!/bin/sh
exec clang ${compile[*]} "\$@"
TOOL
  run_tests static tests_c/test_{runtime,processes,orphans} tests_clttng/test_{no_daemon,selection}

  # A program in Swift that has the runtime and the provider, of one file: no library but the
  # kernel's interface.
  mkdir "$work/swift"
  cat > "$work/swift/modules.h" << 'C'
#include "CCore.h"
#include "CLTTng.h"
C
  cat > "$work/swift/main.swift" << 'SWIFT'
let ids = (1...3).map { _ in composable_make_id() }
if composable_action_begin_enabled() { print("enabled") }
composable_effect_output_do(ids[0], "not recorded")
print("ids \(ids)", composable_set_executor_hooks(false, nil) ? "with tasks" : "without tasks")
let task = Task { 42 }
print("task", await task.value)
SWIFT
  compile_modules static
  swiftc -static-executable -O -I Sources/CLTTng/include -I Sources/Support/Runtime/include \
    -import-objc-header "$work/swift/modules.h" "$work/swift/main.swift" \
    "$work"/objects/static-Sources-{CLTTng,Support-Runtime}-*.o -o "$work/swift/program" \
    > "$work/log" 2>&1 && output=$("$work/swift/program") || status=$?
  if ((status == 0)) && [[ $output == $'ids [1, 2, 3] with tasks\ntask 42' ]] \
    && ! readelf -d "$work/swift/program" | grep -q NEEDED; then
    printf 'passed  static: a program in Swift with -static-executable\n'
  else
    printf 'FAILED  static: a program in Swift with -static-executable, exit code %d\n' "$status"
    printf '%s\n' "$output"
    sed 's/^/        /' "$work/log"
    status=1
  fi
  outcome "$status"
}

for name in "${platforms[@]}"; do "try_$name"; done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
