# The report of the todo list has the numbers that its commands amount to. The run in
# Examples/README.md has the same numbers as a run today.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

todos=$(built_example Todos)
[[ -x $todos ]] || fail "no Todos: run swift build --package-path Examples first"
signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "no $signpost: run swift build first"

cat > "$scratch/commands" << 'COMMANDS'
add Water the plants
add Write the secret notes
toggle 1
up 2
rename 1 Write the public notes
filter active
filter all
open 1
note What is new.
wait
close
delete 2
choose 1
undo
clear
COMMANDS
"$signpost" record --output "$scratch/trace" -- "$todos" --file "$scratch/todos.json" \
  < "$scratch/commands" > "$scratch/output" 2> "$scratch/report"
has_line ', nothing lost$' "$scratch/report" || fail "$(head -3 "$scratch/report")"
has_line '^1 \[ \] Write the public notes +note$' "$scratch/output" || fail "$(cat "$scratch/output")"

# Of both wrappers of the detail.
"$signpost" report --json --unfold "$scratch/trace" > "$scratch/report.json"
reported=$(
  sed -n '/^  "actions" :/,/^  \]/p' "$scratch/report.json" | awk '
    /^      "count" : / { count = $3 + 0 }
    /^      "name" : / { gsub(/[",]/, "", $3); name = $3 }
    /^      "prefix" : / { gsub(/[",]/, "", $3); print $3, name, count }
  ' | LC_ALL=C sort
)
expected='detail binding 1
detail closeButtonTapped 1
detail notePaused 1
todos addButtonTapped 2
todos binding 4
todos clearCompletedButtonTapped 1
todos deleteButtonTapped 1
todos destination.dismiss 2
todos destination.presented.alert.deletionConfirmed 1
todos destination.presented.detail.binding 1
todos destination.presented.detail.closeButtonTapped 1
todos destination.presented.detail.notePaused 1
todos destination.presented.rename.binding 1
todos destination.presented.rename.saveButtonTapped 1
todos moveUpButtonTapped 1
todos openButtonTapped 1
todos renameButtonTapped 1
todos toggleButtonTapped 1
todos undoButtonTapped 1'
expect_equal "actions in the report" "$expected" "$reported"

babeltrace2 "$scratch/trace" > "$scratch/events" 2> /dev/null
if payloads=$(grep -iE 'plants|notes|What is new' "$scratch/events"); then
  fail "payloads in the trace: $payloads"
fi

"$signpost" record --output "$scratch/shown" -- "$todos" --file "$scratch/list.json" \
  < "$repository/Examples/todos.commands" > "$scratch/output" 2> "$scratch/report"
# facts FILE: the number of effects, and the number of actions without the ticks of the timer, which
# depend on the machine.
facts() {
  awk '
    / actions, .* effects, .*, nothing lost$/ { actions = $3; effects = $5 }
    !ticks && $1 == "[detail]" && $2 == "focusTimerTicked" && NF > 5 { ticks = $3 }
    END { if (actions > 0 && ticks > 0) print actions - ticks " actions, " effects " effects" }
  ' "$1"
}
shown=$repository/Examples/README.md
[[ -n $(facts "$shown") ]] || fail "$shown shows no run"
expect_equal "the run in $shown" "$(facts "$shown")" "$(facts "$scratch/report")"
