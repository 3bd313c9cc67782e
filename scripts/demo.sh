#!/usr/bin/env bash
# Builds the command signpost and the example Counter, records a session of a few thousand actions,
# and shows the report. Each run leaves its trace in a directory of its own.
#
#   demo.sh [DIRECTORY]    where traces go; ./traces by default
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
traces=${1:-$root/traces}

# Neither program needs the macros, whose plug-in takes minutes to build.
export COMPOSABLE_WITHOUT_MACROS=1
# Both from the example's package, so that common modules are built once; and in a separate place,
# as nothing else is compiled like this.
build=(
  swift build --package-path "$root/Examples" --scratch-path "$root/.build-demo"
  --configuration release --disable-index-store
)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for product in Counter signpost; do
  case $product in
    Counter) printf 'Building the example Counter, a program with a timer and facts (1 of 2) …\n' ;;
    signpost) printf 'Building the command signpost, which records and reports (2 of 2) …\n' ;;
  esac
  if ! SWIFT_EXEC=$root/scripts/demo-swiftc.sh "${build[@]}" --product "$product" \
    2>&1 < /dev/null | tee "$log" | "$root/scripts/build-progress.sh"; then
    cat "$log" >&2
    printf 'demo: %s does not build, see above\n' "$product" >&2
    exit 1
  fi
done
binaries=$("${build[@]}" --show-bin-path)
signpost=$binaries/signpost
counter=$binaries/Counter

# An earlier trace is never overwritten: the directory is one that was not there.
(umask 077 && mkdir -p "$traces")
trace=$traces/demo-$(date +%Y%m%d-%H%M%S)
number=1
until mkdir -m 700 "$trace" 2> /dev/null; do
  ((number += 1))
  ((number < 1000)) || { printf 'demo: no directory can be made in %s\n' "$traces" >&2; exit 73; }
  trace=$traces/demo-$(date +%Y%m%d-%H%M%S)-$number
done

printf 'Recording. The states that Counter prints go to %s.\n\n' "$trace/counter.log"
"$root/scripts/demo-session.sh" > "$trace/counter.commands"
"$signpost" record --output "$trace/trace" -- \
  "$counter" --fail-multiples-of 13 --timer-interval 5 --count-actions "$trace/counter.json" \
  < "$trace/counter.commands" > "$trace/counter.log"

"$signpost" export "$trace/trace" --format html --output "$trace/trace.html" 2> /dev/null

cat << END

See it on a timeline: open $trace/trace.html in a browser.
The trace is in $trace/trace, and what Counter counted itself in $trace/counter.json.
Show the report again:  $signpost report $trace/trace
Record the example by hand, on this terminal:  $signpost record -- $counter
END
