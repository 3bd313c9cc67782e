# Predictions for a real program: a change to the same durations predicts the waits of
# `signpost path`; the JSON matches its schema; changes that apply to nothing are refused.
# scripts/calibrate-whatif.sh makes the changes, and compares.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

PROGRAM=load "$signpost" record --quiet --output "$scratch/trace" -- "$binaries/ChangedProgram" \
  > "$scratch/output" 2>&1 || fail "recording ends with $?: $(cat "$scratch/output")"
signpost_ends_with 0 path "$scratch/trace" --json
signpost_ends_with 0 whatif "$scratch/trace" 'action * = 100%' --json
cp "$scratch/whatif" "$scratch/same.json"
signpost_ends_with 0 whatif "$scratch/trace" 'parallel load, loaded' --json

# Debian's own Python, which has the package python3-jsonschema.
PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 - "$repository/Documentation/whatif.schema.json" "$scratch/path" \
  "$scratch/same.json" "$scratch/whatif" << 'EOF' || fail "the waits are not what the trace says"
import json
import sys

from json_schema import problems as schema_problems

path, same, parallel = (json.load(open(name)) for name in sys.argv[2:])
problems = schema_problems(sys.argv[1], same) + schema_problems(sys.argv[1], parallel)


def key(row):
    return row["prefix"], row["name"], row["origin"]


rows = {key(row): row for row in same["actions"]}
if set(rows) != {key(row) for row in path["actions"]}:
    problems.append(f"the rows differ from the rows of path: {rows.keys()}")
for expected in path["actions"]:
    row = rows[key(expected)]
    if (row["count"], row["before"]["max_ns"]) != (expected["count"], expected["duration"]["max_ns"]):
        problems.append(f"{key(expected)} has other waits than path")
    if row["after"] != row["before"]:
        problems.append(f"{key(expected)} changes without a change")
row = next(row for row in parallel["actions"] if row["name"] == "load")
if not row["after"]["total_ns"] < row["before"]["total_ns"]:
    problems.append("effects in parallel gain nothing")
if not row["after_low"]["p50_ns"] <= row["after"]["p50_ns"] <= row["after_high"]["p50_ns"]:
    problems.append("a prediction is outside of its bounds")
print("\n".join(problems[:20]), file=sys.stderr)
sys.exit(bool(problems))
EOF

signpost_ends_with 0 whatif "$scratch/trace" 'effect [shop] load = 50%'
has_line '^Before and after, by gain ' "$scratch/whatif" || fail "no table: $(cat "$scratch/whatif")"
signpost_ends_with 64 whatif "$scratch/trace" 'effect laod = 50%'
has_line "Did you mean 'load'" "$scratch/errors" || fail "no suggestion: $(cat "$scratch/errors")"
