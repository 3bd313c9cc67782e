#!/usr/bin/env bash
# Builds the command signpost and the example Counter, records a session of a few thousand actions,
# and shows the report. Each run leaves its trace in a directory of its own.
#
#   demo.sh [DIRECTORY]    where traces go; ./traces by default
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
traces=${1:-$root/traces}

logs=$(mktemp -d)
builds=()
clean_up() {
  local pid
  for pid in "${builds[@]}"; do kill "$pid" 2> /dev/null || true; done
  rm -rf "$logs"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

build_product() {
  swift build --package-path "$1" --configuration release --product "$2" < /dev/null
}

binary() {
  printf '%s/%s\n' "$(swift build --package-path "$1" --configuration release --show-bin-path)" "$2"
}

# Side by side: each build has stretches that keep only one processor busy.
printf 'Building the command signpost and the example Counter (release) …\n'
started=$SECONDS
build_product "$root" signpost > "$logs/signpost" 2>&1 &
builds+=($!)
build_product "$root/Examples" Counter > "$logs/Counter" 2>&1 &
builds+=($!)
for name in signpost Counter; do
  if ! wait "${builds[0]}"; then
    cat "$logs/$name" >&2
    printf 'demo: %s does not build, see above\n' "$name" >&2
    exit 1
  fi
  builds=("${builds[@]:1}")
done
printf 'Built in %d s.\n' $((SECONDS - started))
signpost=$(binary "$root" signpost)
counter=$(binary "$root/Examples" Counter)

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

cat << END

The trace is in $trace/trace, and what Counter counted itself in $trace/counter.json.
Show the report again:  $signpost report $trace/trace
Record the example by hand, on this terminal:  $signpost record -- $counter
END
