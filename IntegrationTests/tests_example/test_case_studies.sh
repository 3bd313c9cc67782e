# The report of the case studies names the actions of each study, and the outcomes of their effects.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

studies=$(built_example CaseStudies)
[[ -x $studies ]] || fail "no CaseStudies: run swift build --package-path Examples first"
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "no $signpost: run swift build first"

cat > "$scratch/commands" << 'COMMANDS'
open optional
toggle
start
toggle
close
open favorite
1
3
wait
ok
close
open stack
go 2/4/fact
load
wait
back
root
close
open recursion
add 2 Secret
COMMANDS
"$signpost" record --output "$scratch/trace" -- "$studies" --delay 1 \
  --file "$scratch/tally.json" < "$scratch/commands" > "$scratch/output" 2> "$scratch/report"
has_line ', nothing lost$' "$scratch/report" || fail "$(head -3 "$scratch/report")"
has_line '>> Secret' "$scratch/output" || fail "$(cat "$scratch/output")"

# The stopwatch may tick before it is hidden.
"$signpost" report --json "$scratch/trace" > "$scratch/report.json"
reported=$(
  sed -n '/^  "actions" :/,/^  \]/p' "$scratch/report.json" | awk '
    /^      "count" : / { count = $3 + 0 }
    /^      "name" : / { gsub(/[",]/, "", $3); name = $3 }
    /^      "prefix" : / { gsub(/[",]/, "", $3); print $3, name, count }
  ' | grep -v 'ticked' | LC_ALL=C sort
)
expected='studies closeButtonTapped 4
studies openButtonTapped 4
studies study.presented.favorite.books.element.favorite.alert.dismiss 1
studies study.presented.favorite.books.element.favorite.buttonTapped 2
studies study.presented.favorite.books.element.favorite.confirmed 1
studies study.presented.favorite.books.element.favorite.refused 1
studies study.presented.optionalState.stopwatch.startStopButtonTapped 1
studies study.presented.optionalState.toggleButtonTapped 2
studies study.presented.recursion.children.element.addButtonTapped 1
studies study.presented.stack.path.element.fact.factResponse 1
studies study.presented.stack.path.element.fact.loadButtonTapped 1
studies study.presented.stack.path.popFrom 1
studies study.presented.stack.placeEntered 1
studies study.presented.stack.popToRootButtonTapped 1'
expect_equal "actions in the report" "$expected" "$reported"

# Cancelled, failed and finished ones of each effect.
outcomes=$(
  sed -n '/^  "effects" :/,/^  \]/p' "$scratch/report.json" | awk '
    /^      "(cancelled|failed|finished)" : / { counts = counts " " $3 + 0 }
    /^      "name" : / { gsub(/[",]/, "", $3); print $3 counts; counts = "" }
  ' | LC_ALL=C sort
)
expected='study.presented.favorite.books.element.favorite.buttonTapped 0 1 1
study.presented.optionalState.stopwatch.startStopButtonTapped 1 0 0
study.presented.stack.path.element.fact.loadButtonTapped 0 0 1'
expect_equal "outcomes in the report" "$expected" "$outcomes"

babeltrace2 "$scratch/trace" > "$scratch/events" 2> /dev/null
if payloads=$(grep -E 'Secret|Moby' "$scratch/events"); then
  fail "payloads in the trace: $payloads"
fi
