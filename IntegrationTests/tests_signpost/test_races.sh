#!/usr/bin/env bash
# Actions whose order was chance: candidates by the changed properties of a recording, and races by
# a test that tries the other order. A test that does not examine the session is no verdict.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

tests=("$binaries/composable-signpostPackageTests.xctest" --testing-library swift-testing
  --filter ReplayTests/theRecordedSession)
[[ -x ${tests[0]} ]] || fail "run swift build --build-tests first"
printf -v command '%q ' "${tests[@]}"
# The test runs with a session that the command sets.
export REPLAY_SESSION=any

# record NAME OPTION… -- WORD…: the scenario of these words.
record() {
  local name=$1
  shift
  "$signpost" record --quiet --output "$scratch/trace-$name" "$@" \
    || fail "recording $name ends with $?"
}

record race --state-diffs -- "$runner" errands race
signpost_ends_with 0 races "$scratch/trace-race"
has_line '^1 candidate for races among ' "$scratch/races" || fail "$(cat "$scratch/races")"
has_line 'answered | .*answered .* answer' "$scratch/races" || fail "$(cat "$scratch/races")"
signpost_ends_with 0 races "$scratch/trace-race" --json
/usr/bin/python3 -c '
import json, sys
[candidate] = json.load(open(sys.argv[1]))["candidates"]
assert candidate["properties"] == ["answer"], candidate
assert candidate["first"]["effect_of"] == "askButtonTapped", candidate
' "$scratch/races"

# The test tries it, and the state is another one.
signpost_ends_with 2 races "$scratch/trace-race" --test "$command"
for text in '^1 race\.' '5. answered, sent by the effect of action 4' \
  '6. answered, sent by the effect of action 2' '-   answer: "1 errands"' '+   answer: "2 errands"'; do
  has_line "$text" "$scratch/races" || fail "no “$text” in: $(cat "$scratch/races")"
done
signpost_ends_with 2 races "$scratch/trace-race" --json --test "$command"
has_line '"gap_ns"' "$scratch/races" || fail "$(cat "$scratch/races")"

# A gap of a few microseconds is not “0.0 s”.
signpost_ends_with 2 races "$scratch/trace-race" --test "$command"
has_line ', [0-9.]* [nµm]s later$' "$scratch/races" || fail "$(cat "$scratch/races")"

# The source of a test, with the actions that the race needs.
signpost_ends_with 2 races "$scratch/trace-race" --test "$command" --swift "$scratch/RaceTests.swift"
for text in '^import SignpostTestSupport$' '^@testable import Scenarios$' '^@MainActor$' \
  '^@Test func errands_answered_and_answered_inAnyOrder() throws {$' \
  '^///   4. answered, sent by the effect of action 1,' \
  '^  try Replay(content: session).races { Errands() }$'; do
  has_line "$text" "$scratch/RaceTests.swift" \
    || fail "no “$text” in: $(cat "$scratch/RaceTests.swift")"
done
# The session in it has the same race.
sed -n '/"""$/,/"""#$/p' "$scratch/RaceTests.swift" | sed '1d;$d;s/^    //' > "$scratch/race.jsonl"
REPLAY_SESSION=$scratch/race.jsonl SIGNPOST_RACES_SESSION=$scratch/race.jsonl \
  SIGNPOST_RACES_WITHIN=1000000000 SIGNPOST_RACES_OUTPUT=$scratch/race.json \
  "${tests[@]}" > "$scratch/log" 2>&1 || true
has_line '"pairs":1' "$scratch/race.json" || fail "no race in the source: $(cat "$scratch/log")"
signpost_ends_with 73 races "$scratch/trace-race" --test "$command" --swift "$scratch/RaceTests.swift"
signpost_ends_with 64 races "$scratch/trace-race" --swift "$scratch/other.swift"

# Actions whose order does not matter.
record none --state-diffs -- "$runner" errands
signpost_ends_with 0 races "$scratch/trace-none" --test "$command"
has_line '^No order of two actions matters. ' "$scratch/races" || fail "$(cat "$scratch/races")"

# A feature that does not repeat the session, and a test that calls nothing: no verdict.
REPLAY_SUFFIX='!' signpost_ends_with 3 races "$scratch/trace-race" --test "$command"
has_line 'ended with 1, and examined no session' "$scratch/errors" || fail "$(cat "$scratch/errors")"
signpost_ends_with 3 races "$scratch/trace-race" --test true
has_line 'has to call `Replay.run` or `Replay.races`' "$scratch/errors" || fail "$(cat "$scratch/errors")"

# Without state differences there are no candidates, and without payloads no session.
record bare --no-payloads -- "$runner" errands race
signpost_ends_with 0 races "$scratch/trace-bare"
has_line 'record with --state-diffs' "$scratch/races" || fail "$(cat "$scratch/races")"
signpost_ends_with 68 races "$scratch/trace-bare" --test "$command"
signpost_ends_with 64 races "$scratch/trace-race" --store 1
