# A recording is limited to kinds, prefixes and names of events, from its start and while it runs;
# each begin keeps its end, and every command that reads it states the selection.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"
name=selection-$$

contains() {
  grep -qF -- "$2" "$1" || fail "$1 lacks “$2”: $(head -30 "$1")"
}
# event_names NAME: the events of a recording, each once.
event_names() { events "$1" | cut -d' ' -f1 | sort -u | tr '\n' ' '; }
# values FIELD NAME: the values of a field in begins of actions and effects, each once.
values() {
  events "$2" | sed -nE "s/^(action|effect)_begin .*[ {]$1 = \"([^\"]*)\".*/\2/p" | sort -u | tr '\n' ' '
}
# record NAME OPTION…: records some work, and expects that it has the same result.
record() {
  start_recording "$@" -- --actions 64
  tell round result
  end_work
}
expect_work --actions 64

record whole
for kind in actions effects observers stores sends; do record "$kind" --kind "$kind"; done
expect_equal "stores" "schema store_created store_released " "$(event_names stores)"
expect_equal "actions" "action_begin action_end schema store_created store_released " \
  "$(event_names actions)"
expect_equal "effects" \
  "action_begin action_end effect_begin effect_end effect_output schema store_created store_released " \
  "$(event_names effects)"
expect_equal "observers" "observe_begin observe_end schema store_created store_released " \
  "$(event_names observers)"
expect_equal "sends" "action_begin action_end schema send store_created store_released " \
  "$(event_names sends)"
expect_equal "actions of a kind" "$(number_of action_begin whole)" "$(number_of action_begin actions)"

record prefix --prefix 'pa*t'
expect_equal "selected prefixes" "part " "$(values prefix prefix)"
expect_equal "actions with a prefix" \
  "$(events whole | grep -c '^action_begin .* prefix = "part"')" "$(number_of action_begin prefix)"
expect_equal "actions around them" 0 "$(events prefix | grep '^action_begin' | grep -vc 'parent = 0,' || true)"
expect_equal "events without a prefix" 0 "$(number_of send prefix)"

record name --name 'st*' --name received
expect_equal "selected names" "received step " "$(values name name)"
expect_equal "actions with a name" \
  "$(events whole | grep -cE '^action_begin .* name = "(step|received)"')" \
  "$(number_of action_begin name)"
expect_equal "sends with a name" \
  "$(events whole | grep -cE '^send .* name = "(step|received)"')" "$(number_of send name)"
expect_equal "effects of selected actions" "$(number_of effect_begin whole)" "$(number_of effect_begin name)"
for recording in actions effects prefix name; do
  expect_equal "halves of $recording" "" "$(halves "$recording")"
done

statement="Only a selection was recorded: --kind"
contains "$scratch/record.log" "Only a selection was recorded"
for command in report findings path events; do
  signpost_ends_with 0 "$command" "$scratch/trace-prefix"
  cat "$scratch/$command" "$scratch/errors" | tr '\n' ' ' | tr -s ' ' > "$scratch/text"
  contains "$scratch/text" "Only a selection was recorded"
done
tr '\n' ' ' < "$scratch/report" | tr -s ' ' > "$scratch/text"
contains "$scratch/text" "$statement actions"
contains "$scratch/text" "--prefix pa*t. All else is missing."
contains "$scratch/text" "looks like one from outside"
signpost_ends_with 0 report --json "$scratch/trace-prefix"
python3 - "$scratch/report" << 'END' || fail "JSON"
import json, sys
report = json.load(open(sys.argv[1]))
[selection] = report["selections"]
assert selection["prefixes"] == ["pa*t"], selection
assert "actions" in selection["kinds"] and "sends" not in selection["kinds"], selection
judged = {rule["rule"] for rule in report["rules"] if rule["outcome"] != "not_judged"}
assert "repeated-in-turn" not in judged, judged
END
status=0
"$signpost" diff "$scratch/trace-whole" "$scratch/trace-prefix" > "$scratch/text" 2>&1 || status=$?
contains "$scratch/text" "has a selection of all events"
contains "$scratch/text" "different selections"

# While it records: an action and an effect that run keep their ends.
start_recording changed --recording "$name" -- --actions 64
tell reduce "in reduce"
signpost_ends_with 0 set "$name" --kind logs
contains "$scratch/errors" "$name records --kind logs from now on."
tell "continue reduce" continued
tell round result
"$signpost" status "$name" > "$scratch/status"
contains "$scratch/status" "selection  --kind logs"
signpost_ends_with 0 set "$name" --kind effects --prefix job
tell effect "in effect"
signpost_ends_with 0 set "$name" --kind stores
tell "continue effect" continued
signpost_ends_with 0 set "$name" --kind all --prefix '*'
contains "$scratch/errors" "records everything from now on"
tell round result
signpost_ends_with 0 set "$name" --prefix part
tell round result
end_work
expect_equal "halves in the changed recording" "" "$(halves changed)"
expect_equal "events that are there twice" "" "$(events changed | grep -v 'announced = 1' | repeated_ids)"
expect_equal "held actions" 1 "$(events changed | grep -c '^action_begin .* name = "hold"')"
expect_equal "held effects" 1 \
  "$(events changed | grep -c '^effect_begin .* name = "wait", announced = 0')"
all=$(number_of action_begin whole)
parts=$(number_of action_begin prefix)
# The effect that is held sends an action, which is not recorded.
expect_equal "actions" $((2 + all + parts)) "$(number_of action_begin changed)"
signpost_ends_with 0 report "$scratch/trace-changed"
tr '\n' ' ' < "$scratch/report" | tr -s ' ' > "$scratch/text"
contains "$scratch/text" "Only a selection was recorded, which changed: first everything;"
contains "$scratch/text" "--prefix part. All else is missing."

# Two changes at a time: the first signal announces both, and the second does not end the program.
start_recording both --recording "$name" -- --actions 64
for kind in effects logs; do "$signpost" set "$name" --kind "$kind" 2> "$scratch/set-$kind" & done
wait_for_changes() { [[ -s $scratch/set-effects && -s $scratch/set-logs ]]; }
wait_until "both changes" wait_for_changes
for kind in effects logs; do contains "$scratch/set-$kind" "from now on."; done
tell round result
# The refusals of record hold for set.
signpost_ends_with 0 set "$name" --kind all
end_work
for options in "--sample 1/2|--prefix part|chains of actions" \
  "--loglevel info|--kind sends|leaves out --kind sends"; do
  IFS='|' read -r given changed reason <<< "$options"
  # shellcheck disable=SC2086
  start_recording "refusing-${changed##* }" --recording "$name" $given -- --actions 64
  # shellcheck disable=SC2086
  signpost_ends_with 1 set "$name" $changed
  contains "$scratch/errors" "$reason"
  tell round result
  end_work
done

# A program that runs already reads no patterns.
start_recording attached -- --actions 64
refused() {
  local message=$1 status=0
  shift
  "$signpost" "$@" > "$scratch/text" 2>&1 || status=$?
  expect_equal "status of $*" 64 "$status"
  contains "$scratch/text" "$message"
}
refused "are read by a program that is started" record --attach "$program_pid" --prefix todos
refused "are read by a program that is started" record --duration 1s --name todos
refused "are read by a program that is started" start night --prefix todos
refused "whole chains of actions" record --sample 1/2 --prefix todos -- true
refused "leaves out --kind sends" record --loglevel info --kind sends -- true
refused "--kind all contradicts" record --kind all --kind logs -- true
refused "'tables'" record --kind tables -- true
refused "the manifest, which does, stays on this machine" record --relay localhost --kind logs -- true
refused "--on-slow would see only" record --on-slow 16ms --kind logs -- true
refused "Select the events" set night
tell round result
end_work
