# The report of the demo's session has the counts of the example itself.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "no $signpost: run swift build first"
"$repository/scripts/demo-session.sh" > "$scratch/commands"
"$signpost" record --output "$scratch/trace" -- \
  "$counter" --fail-multiples-of 13 --timer-interval 5 --count-actions "$scratch/counts.json" \
  < "$scratch/commands" > "$scratch/output" 2> "$scratch/report"

counted=$(sed -nE 's/^ *"(.*)" : ([0-9]+),?$/\1 \2/p' "$scratch/counts.json" | LC_ALL=C sort)
[[ -n $counted ]] || fail "the example counted nothing"
reported=$(
  sed -n '/^Actions by total time/,/^$/p' "$scratch/report" | tr -d ',' \
    | sed -nE 's/^\[counter\] ([A-Za-z]+) +([0-9]+) .*/\1 \2/p' | LC_ALL=C sort
)
expect_equal "actions in the report" "$counted" "$reported"
has_line ', nothing lost$' "$scratch/report" || fail "$(head -3 "$scratch/report")"

# The same report once more, from the trace, for people and for scripts.
"$signpost" report "$scratch/trace" > "$scratch/again"
expect_equal "the report read again" "$(sed 1d "$scratch/report")" "$(cat "$scratch/again")"
"$signpost" report --json "$scratch/trace" > "$scratch/report.json"
total=$(awk '{ sum += $2 } END { print sum }' <<< "$counted")
in_json=$(
  sed -n '/^  "actions" :/,/^  \]/p' "$scratch/report.json" \
    | awk -F '[:,]' '/^      "count" : / { sum += $2 } END { print sum }'
)
expect_equal "actions in the JSON report" "$total" "$in_json"
