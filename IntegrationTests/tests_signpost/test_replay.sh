# A test replays a recorded program in both modes. A change of its reducer is found by the name of
# the action, and by `git bisect run`. A recording without the required data is refused.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

tests=("$binaries/composable-signpostPackageTests.xctest" --testing-library swift-testing
  --filter ReplayTests/theRecordedSession)
[[ -x ${tests[0]} ]] || fail "run swift build --build-tests first"

# replay SESSION: runs the test of a session; its output goes to $scratch/replay.
replay() { REPLAY_SESSION=$1 "${tests[@]}" > "$scratch/replay" 2>&1; }

for program in errands 'errands long' 'errands full'; do
  name=${program// /-}
  read -ra words <<< "$program"
  "$signpost" record --quiet --state-diffs --output "$scratch/$name" -- "$runner" "${words[@]}"
  "$signpost" extract "$scratch/$name" -o "$scratch/$name.jsonl" 2> "$scratch/extract"
  has_line '11 actions of Errands, 7 from outside$' "$scratch/extract" \
    || fail "extract $name: $(cat "$scratch/extract")"
  replay "$scratch/$name.jsonl" || fail "the replay of $name: $(cat "$scratch/replay")"
  has_line 'Test run with 1 test .* passed' "$scratch/replay" \
    || fail "no test ran: $(cat "$scratch/replay")"
done

# A changed reducer: the message names the action and its present result.
if REPLAY_SUFFIX='!' replay "$scratch/errands.jsonl"; then fail "a changed reducer passes"; fi
for text in "Action 1 of 11 in 'errands.jsonl', 'added'" 'its digest is' '"milk!"'; do
  has_line "$text" "$scratch/replay" || fail "no “$text” in: $(cat "$scratch/replay")"
done

# The same failure, shrunk by that test: the session of one action, and the source of a test.
printf -v command '%q ' "${tests[@]}"
REPLAY_SESSION=any REPLAY_SUFFIX='!' "$signpost" extract "$scratch/errands" --shrink \
  --test "$command" -o "$scratch/shrunk.jsonl" --swift "$scratch/shrunk.swift" \
  2> "$scratch/extract" || fail "extract --shrink ends with $?: $(cat "$scratch/extract")"
has_line 'shrunk.jsonl: 1 action of 11; a test of them is in' "$scratch/extract" \
  || fail "extract --shrink: $(cat "$scratch/extract")"
has_line 'feature.reduce(into: &state, action: .added("milk"))' "$scratch/shrunk.swift" \
  || fail "the source of the test: $(cat "$scratch/shrunk.swift")"

# Standard output has no name.
REPLAY_SESSION=any REPLAY_SUFFIX='!' "$signpost" extract "$scratch/errands" --shrink \
  --test "$command" -o - > "$scratch/piped.jsonl" 2> "$scratch/extract" \
  || fail "extract --shrink -o - ends with $?: $(cat "$scratch/extract")"
has_line 'wrote 1 action of 11' "$scratch/extract" \
  || fail "extract --shrink -o -: $(cat "$scratch/extract")"
cmp "$scratch/shrunk.jsonl" "$scratch/piped.jsonl" || fail "-o - has another session"

# A session that passes is not shrunk.
status=0
REPLAY_SESSION=any "$signpost" extract "$scratch/errands" --shrink --test "$command" \
  -o "$scratch/none.jsonl" 2> "$scratch/extract" || status=$?
expect_equal "the status without a failure" 1 "$status"
has_line 'does not fail' "$scratch/extract" || fail "no reason in: $(cat "$scratch/extract")"
[[ ! -e $scratch/none.jsonl ]] || fail "a session without a failure was written"

# Two stores, whose stacks draw their ids from one sequence; one of them is replayed.
"$signpost" record --quiet --output "$scratch/folders" -- "$runner" folders
for prefix in left right; do
  "$signpost" extract "$scratch/folders" --prefix "$prefix" -o "$scratch/$prefix.jsonl" \
    2> "$scratch/extract" || fail "extract $prefix: $(cat "$scratch/extract")"
  REPLAY_FOLDERS=$scratch/$prefix.jsonl "${tests[@]:0:3}" \
    --filter foldersAsRecorded > "$scratch/replay" 2>&1 \
    || fail "the replay of $prefix: $(cat "$scratch/replay")"
  has_line 'Test run with 1 test .* passed' "$scratch/replay" \
    || fail "no test ran: $(cat "$scratch/replay")"
done

# Payloads that were left out: nothing to replay, and nothing written.
status=0
"$signpost" record --quiet --no-payloads --output "$scratch/without" -- "$runner" errands
"$signpost" extract "$scratch/without" -o "$scratch/without.jsonl" 2> "$scratch/extract" || status=$?
expect_equal "the status without payloads" 68 "$status"
[[ ! -e $scratch/without.jsonl ]] || fail "a session without payloads was written"
