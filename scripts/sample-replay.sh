#!/usr/bin/env bash
# Records the example Counter, makes the session of it that its tests replay, and writes the output
# of `signpost extract` and of a replay with a changed reducer into the documentation, below the
# lines
# <!-- output: … -->.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export COMPOSABLE_WITHOUT_MACROS=1
session=Examples/Tests/CounterTests/Sessions/counter.jsonl
examples=(--package-path Examples --scratch-path .build)
swift build --product signpost >&2
swift build "${examples[@]}" --product Counter >&2
products=$(swift build --show-bin-path)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
repository=$PWD

"$products/signpost" record --quiet --state-diffs --output "$scratch/my-recording" -- \
  "$products/Counter" --replayable --timer-interval 20 > "$scratch/states" << 'COMMANDS'
# A user counts, and asks for facts.
repeat 6 +
fact
wait
+
fact
wait
-
# The timer counts for a moment.
timer
wait 70
timer
# A question about a number that is gone before the answer comes.
fact
+
wait
COMMANDS

mkdir -p "${session%/*}"
command=(signpost extract my-recording -o "${session##*/}")
(cd "$scratch" && NO_COLOR=1 COLUMNS=96 "$products/${command[0]}" "${command[@]:1}") > "$scratch/output" 2>&1
cp "$scratch/${session##*/}" "$repository/$session"

# Instead of the block that is there.
document=Documentation/Replay.md
awk -v marker="<!-- output: ${command[*]} -->" -v file="$scratch/output" '
  skipping { if ($0 == "```" && ++fences == 2) skipping = 0; next }
  { print }
  $0 == marker {
    print "```"
    while ((getline line < file) > 0) print line
    print "```"
    skipping = 1
    fences = 0
  }
' "$document" > "$scratch/document"
cat "$scratch/document" > "$document"

# The test has the output of a replay.
RECORD_FIXTURES=1 swift test "${examples[@]}" --filter CounterTests.ReplayTests >&2
