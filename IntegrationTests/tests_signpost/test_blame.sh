# The changes of properties in a real program: each belongs to an action that changed the state,
# with causes that lead to the outside, and the JSON matches its schema.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

"$signpost" record --quiet --state-diffs --output "$scratch/trace" --subbuf-size 4M -- \
  "$runner" causes > /dev/null 2> "$scratch/record.log" \
  || fail "recording ends with $?: $(cat "$scratch/record.log")"
"$signpost" blame "$scratch/trace" '*' --json --expect 'changes >= 1' --expect 'returns == 0' \
  > "$scratch/blame.json" 2> "$scratch/errors" && fail "values were judged that are not recorded"
"$signpost" events "$scratch/trace" --json > "$scratch/events"

# Debian's own Python, which has the package python3-jsonschema.
PYTHONPATH=$repository/IntegrationTests/tests_signpost PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 - "$repository/Documentation/blame.schema.json" "$scratch/blame.json" \
  "$scratch/events" << 'END' || fail "the changes are not what the trace says"
import json
import sys

from json_schema import problems as schema_problems

report = json.load(open(sys.argv[2]))
events = [json.loads(line) for line in open(sys.argv[3])]
problems = []
problems += schema_problems(sys.argv[1], report)

begun = {e["id"]: e for e in events if e["kind"] == "action begin"}
changes = report["changes"]
if not changes:
    problems.append("no change was found")
for change in changes:
    action = begun.get(change["id"])
    if action is None or action.get("parent", "0") != "0":
        problems.append(f"{change['id']} is no outermost action")
        continue
    if not change["came_from_outside"]:
        problems.append(f"the chain of {change['id']} does not lead to the outside")
    if bool(change["causes"]) != (action.get("cause", "0") != "0"):
        problems.append(f"{change['id']} has the causes {change['causes']}")
    if change["causes"] and change["causes"][-1]["id"] != action["cause"]:
        problems.append(f"{change['id']} has another cause than the trace")
counts = {}
for change in changes:
    counts.setdefault(change["property"], set()).add(change["id"])
for row in report["properties"]:
    if row["changes"] != len(counts[row["property"]]):
        problems.append(f"{row['property']} has {row['changes']} changes")
if [v["outcome"] for v in report["expectations"]] != ["kept", "not_judged"]:
    problems.append(f"expectations: {report['expectations']}")
print("\n".join(problems[:20]), file=sys.stderr)
sys.exit(bool(problems))
END

# The documentation shows the output of this command: the same headings.
for heading in Properties 'Changed by' Changes; do
  has_line "^$heading " "$repository/Documentation/Blame.md" \
    || fail "Documentation/Blame.md shows no table '$heading': run scripts/sample-path.sh"
done

# Without state differences, the command says which option records them, and judges nothing.
"$signpost" record --quiet --output "$scratch/without" -- "$runner" causes > /dev/null 2>&1
status=0
"$signpost" blame "$scratch/without" '*' --expect 'changes <= 9' > "$scratch/text" 2> "$scratch/errors" \
  || status=$?
expect_equal "the status without state differences" 3 "$status"
has_line 'record with --state-diffs' "$scratch/errors" || fail "no advice: $(cat "$scratch/errors")"
