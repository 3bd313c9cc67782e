# Two copies of the whole library in one process, one in the program and one in a shared library
# that it opens: both are recorded, once each, under ids of their own.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# All that the program is made of but its main file.
objects=$binaries/ScenarioRunner.product/Objects.LinkFileList
[[ -f $objects ]] || fail "there is no $objects: which objects make the program?"
grep -v '/ScenarioRunner\.build/' "$objects" > "$scratch/objects"
swiftc -emit-library -o "$scratch/plugin.so" -Xlinker -Bsymbolic "@$scratch/objects"
# Opened once more under another name, it is a third copy.
cp "$scratch/plugin.so" "$scratch/other.so"

expect_work
start_daemon
start_session copies
start_work
tell round result
tell "plugin $scratch/plugin.so" plugin
tell "plugin $scratch/other.so" plugin
tell round result
end_work
stop_session copies
expect_equal "events lost" 0 "$lost"
events copies > "$scratch/events"
expect_equal "actions in the libraries" 200 \
  "$(grep -c '^action_begin .* prefix = "burst"' "$scratch/events")"
expect_equal "halves" "" "$(halves_of_events < "$scratch/events")"
expect_equal "ids that are given twice" "" "$(repeated_ids < "$scratch/events")"
report copies
expect_fact is_complete true
