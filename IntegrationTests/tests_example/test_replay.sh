# Counter records the values of its actions and states only with --replayable; `signpost extract`
# then makes a session of the recording.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "no $signpost: run swift build first"
printf '+\n+\nfact\nwait\n-\n' > "$scratch/commands"

for option in '' --replayable; do
  status=0
  "$signpost" record --quiet --state-diffs --output "$scratch/trace$option" -- \
    "$counter" ${option:+"$option"} < "$scratch/commands" > "$scratch/states"
  "$signpost" extract "$scratch/trace$option" -o "$scratch/session$option.jsonl" \
    2> "$scratch/extract" || status=$?
  expect_equal "the status of extract $option" "$([[ -n $option ]] && echo 0 || echo 68)" "$status"
done
expect_equal "the actions of the session" \
  'incrementButtonTapped incrementButtonTapped factButtonTapped factResponse decrementButtonTapped' \
  "$(sed -nE 's/^\{"action".*"name":"([A-Za-z]+)".*/\1/p' "$scratch/session--replayable.jsonl" \
    | paste -sd ' ')"

# The other recording contains no fact about a number.
has_line '2 is even' "$scratch/states" || fail "no fact: $(cat "$scratch/states")"
if grep -rqa '2 is even' "$scratch/trace"; then fail "a fact was recorded without --replayable"; fi
grep -rqa '2 is even' "$scratch/trace--replayable" || fail "the fact was not recorded"
