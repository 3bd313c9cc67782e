# Programs that each have one mistake, at twice the threshold of its rule, and the same programs
# without it: the first have this finding and no other, the others have none.
# scripts/calibrate-findings.sh repeats this, with half the thresholds and the examples.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# record NAME VARIABLE…: the recording of the program is in $scratch/NAME.
record() {
  local name=$1
  shift
  env "$@" "$signpost" record --quiet --output "$scratch/$name" -- "$binaries/MistakenProgram" \
    > "$scratch/output" 2>&1 || fail "recording $* ends with $?: $(cat "$scratch/output")"
}

# found NAME: the rules with findings.
found() {
  signpost_ends_with 0 findings "$scratch/$1" --json
  python3 -c 'import json, sys
print(" ".join(sorted({finding["rule"] for finding in json.load(sys.stdin)["findings"]})))' \
    < "$scratch/findings"
}

# Costs and rates depend on the machine: these are for the calibration.
rules=(
  long-on-main-actor mostly-cancelled growing-effects changes-nothing forwarding reentrant-sends
  long-waits recreated-stores growing-stores
)
for rule in "${rules[@]}"; do
  record "$rule" MISTAKE="$rule" LEVEL=2
  expect_equal "findings of the mistake $rule" "$rule" "$(found "$rule")"
  record "$rule-corrected" MISTAKE="$rule" LEVEL=2 CORRECTED=1
  expect_equal "findings of the corrected $rule" '' "$(found "$rule-corrected")"
done

# The report begins with the use of the time and the findings.
"$signpost" report "$scratch/forwarding" > "$scratch/report"
expect_equal "the first line" "Of" "$(head -1 "$scratch/report" | cut -d' ' -f1)"
expect_equal "the findings" "Findings" "$(sed -n 3p "$scratch/report")"
has_line '^1\. .*\[desk\] tapped → \[desk\] forwarded' <(tr -d '\n' < "$scratch/report" | sed 's/1\. /\n1. /') \
  || fail "no finding: $(head -8 "$scratch/report")"

# Gates: found, not found, not judged, silenced.
signpost_ends_with 2 findings "$scratch/forwarding" --fail-on any
signpost_ends_with 2 findings "$scratch/forwarding" --fail-on storm --fail-on forwarding
signpost_ends_with 0 findings "$scratch/forwarding" --fail-on storm
signpost_ends_with 0 findings "$scratch/forwarding" --fail-on any --without forwarding
signpost_ends_with 3 findings "$scratch/forwarding" --fail-on growing-effects
has_line 'growing-effects could not be judged: the recording is shorter' "$scratch/errors" \
  || fail "no reason: $(cat "$scratch/errors")"
signpost_ends_with 64 findings "$scratch/forwarding" --fail-on strom
signpost_ends_with 64 findings
signpost_ends_with 66 findings "$scratch/none"

echo '{"silenced": [{"rule": "forwarding", "reason": "a protocol of ours"}]}' > "$scratch/config.json"
signpost_ends_with 0 findings "$scratch/forwarding" --fail-on any --config "$scratch/config.json" --all
has_line '^forwarding: silenced: a protocol of ours$' "$scratch/findings" \
  || fail "no reason: $(cat "$scratch/findings")"
echo '{"silenced": [{"rule": "forwarding"}]}' > "$scratch/config.json"
signpost_ends_with 64 findings "$scratch/forwarding" --config "$scratch/config.json"

# Rules whose events the session leaves out say so, and the option that records them.
env MISTAKE=reentrant-sends "$signpost" record --quiet --loglevel info --output "$scratch/info" -- \
  "$binaries/MistakenProgram" > /dev/null 2>&1
signpost_ends_with 0 findings "$scratch/info" --all
has_line '^reentrant-sends: not judged: .*record without --loglevel info' "$scratch/findings" \
  || fail "judged without sends: $(cat "$scratch/findings")"
signpost_ends_with 0 findings --rules
expect_equal "descriptions" 17 "$(grep -c '^Threshold: ' "$scratch/findings")"
has_line '^Without a rule$' "$scratch/findings" || fail "no mistakes without a rule"
