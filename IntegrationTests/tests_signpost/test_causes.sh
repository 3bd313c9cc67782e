# The causes in several concurrent stores, reconstructed from the ids in a trace, match the
# program's own notes: across merges, debounces, throttles, timers, tasks, threads and children.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

"$signpost" record --quiet --output "$scratch/trace-causes" --subbuf-size 4M -- "$runner" causes \
  > "$scratch/noted" 2> "$scratch/record.log" \
  || fail "recording ends with $?: $(cat "$scratch/record.log")"
babeltrace2 "$scratch/trace-causes" > "$scratch/events"

# causes: the forest from the events on standard input; fails if they contradict each other.
causes() { LC_ALL=C awk -f "$here/causes.awk"; }

causes < "$scratch/events" > "$scratch/found" || fail "the trace contradicts the schema"
expect_equal "what caused what" "$(cat "$scratch/noted")" "$(cat "$scratch/found")"

# All of it was there: several stores, failures, cancellations, and many generations.
expect_equal "stores" 4 "$(grep -c '^store ' "$scratch/found")"
for line in 'effect failed' 'effect cancelled' 'shop checkout.dismiss' 'shop banner.closed' \
  '                          shop rows.element.stock.ordered'; do
  has_line "$line" "$scratch/found" || fail "nothing is like \"$line\""
done
expect_equal "the debounced searches" 4 \
  "$(grep -A 2 '^  shop search.typed$' "$scratch/found" | grep -c '      effect ')"
expect_equal "uploads, and those that come before their row is gone" "7 3" \
  "$(grep -c ' shop rows.element.uploaded$' "$scratch/found") $(grep -c ' row uploaded$' "$scratch/found")"

# The same is not found where an event is missing, or has another cause.
expect_other() {
  if causes > "$scratch/other" 2> "$scratch/complaints" && cmp -s "$scratch/noted" "$scratch/other"
  then
    fail "$1 is not noticed"
  fi
}
for event in action_begin action_end effect_begin effect_output effect_end send; do
  awk -v event=" composable:$event: " 'index($0, event) && ++count == 5 { next } { print }' \
    "$scratch/events" | expect_other "that event $event is missing"
done
# effect_named NAME: the first one that an action of this name has started.
effect_named() {
  sed -nE "s/.* composable:effect_begin: .* effect = ([0-9]+), .* name = \"$1\",? .*/\1/p" \
    "$scratch/events" | sed -n 1p
}
one=$(effect_named priced)
other=$(effect_named typed)
sed -E "s/ cause = $one,/ cause = none,/; s/ cause = $other,/ cause = $one,/
    s/ cause = none,/ cause = $other,/" "$scratch/events" \
  | expect_other "that effects $one and $other are swapped"
sed -E "s/ cause = $one,/ cause = 0,/" "$scratch/events" | expect_other "that a cause is none"
