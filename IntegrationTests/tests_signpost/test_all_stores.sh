# A program that does not mention Signpost, and is only built with it, is traced if its environment
# asks for it; with the same result, and not at all otherwise.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
[[ -x $binaries/PlainProgram && -x $binaries/signpost ]] || fail "run swift build first"

# record NAME OPTION…: records the program; its output goes to NAME.out.
record() {
  local name=$1
  shift
  "$binaries/signpost" record --quiet --output "$scratch/trace-$name" "$@" -- \
    "$binaries/PlainProgram" > "$scratch/$name.out" || fail "recording $name ends with $?"
  expect_equal "what the program prints" "2" "$(cat "$scratch/$name.out")"
}
in_short() { events "$1" | sed -E 's/(store|parent|effect|action|cause) = [0-9]+, //g'; }

record off
expect_equal "events without being asked" "" "$(in_short off 2> /dev/null || true)"

record on --all-stores --state-diffs
expect_equal "events" 'schema
store_created
send increment
action_begin increment
action_end
composable_values:state_diff count
send load
action_begin load
action_end
effect_begin load
effect_output loaded
send loaded
action_begin loaded
action_end
composable_values:state_diff count
effect_end' \
  "$(in_short on | sed -E 's/^.* composable_values:state_diff: .*text = /composable_values:state_diff text = /
      s/^(send|action_begin|effect_begin|effect_output|composable_values:state_diff) .*(name|text) = "([a-z]+)".*$/\1 \3/
      s/^(schema|store_created|action_end|effect_end) .*/\1/' | grep -v '^store_released')"
[[ $(events on | grep -c 'action_begin .*prefix = "Feature"') == 3 ]] \
  || fail "the prefix is not the feature's name: $(events on)"

# The environment alone does the same.
SIGNPOST_STORES=1 record environment
expect_equal "events with the variable" "$(in_short on | grep -c '^action_begin')" \
  "$(in_short environment | grep -c '^action_begin')"

# Less important events are left out.
record info --all-stores --loglevel info
expect_equal "kinds of events" "action_begin action_end effect_begin effect_end effect_output schema store_created" \
  "$(in_short info | cut -d' ' -f1 | grep -v store_released | sort -u | paste -sd ' ')"
