# Critical paths of a real program: one for each action from outside. Their steps add up, their last
# consequence is not earlier than the consequences in the trace, and the JSON matches its schema.
# The documentation shows this output.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

"$signpost" record --quiet --output "$scratch/trace" --subbuf-size 4M -- "$runner" causes \
  > "$scratch/noted" 2> "$scratch/record.log" \
  || fail "recording ends with $?: $(cat "$scratch/record.log")"
"$signpost" path "$scratch/trace" --json --limit 100000 > "$scratch/path.json" \
  || fail "signpost path --json ends with $?"
"$signpost" events "$scratch/trace" --json > "$scratch/events"

# Debian's own Python, which has the package python3-jsonschema.
PYTHONPATH=$repository/IntegrationTests/tests_signpost PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 - "$repository/Documentation/path.schema.json" "$scratch/path.json" \
  "$scratch/events" << 'EOF' || fail "the paths are not what the trace says"
import json
import sys

from json_schema import problems as schema_problems

report = json.load(open(sys.argv[2]))
events = [json.loads(line) for line in open(sys.argv[3])]
problems = []
problems += schema_problems(sys.argv[1], report)

begun = [e for e in events if e["kind"] == "action begin" and e.get("parent", "0") == "0"]
outside = {e["id"] for e in begun if e.get("cause", "0") == "0"}
paths = report["slowest"]
if not outside:
    problems.append("no action came from outside")
found = {path["id"] for path in paths if path["origin"] == "outside"}
if outside != found:
    problems.append(f"actions from outside without a path: {outside ^ found}")
if len(paths) != sum(row["count"] for row in report["actions"]):
    problems.append("rows count other paths than are listed")
if sum(path["actions"] for path in paths) != len(begun):
    problems.append("not each action is in one path")
for path in paths:
    time = 0
    for step in path["steps"]:
        if step["since_ns"] != time:
            problems.append(f"path {path['id']}: a step begins at {step['since_ns']}, not {time}")
        time += step["duration_ns"]
    if time != path["duration_ns"] or sum(path["times"].values()) != time:
        problems.append(f"path {path['id']}: steps of {time} in {path['duration_ns']}")
if not any(path["parallel"] for path in paths):
    problems.append("no path has an effect beside it")
print("\n".join(problems[:20]), file=sys.stderr)
sys.exit(bool(problems))
EOF

# The documentation shows the output of this command: the same headings, in the same order.
"$signpost" path "$scratch/trace" --name opened --limit 1 > "$scratch/text"
for heading in 'Actions by total time' 'At the median' 'At the 99th percentile'; do
  has_line "^$heading " "$scratch/text" || fail "no table '$heading': $(cat "$scratch/text")"
  has_line "^$heading " "$repository/Documentation/CriticalPath.md" \
    || fail "Documentation/CriticalPath.md shows no table '$heading': run scripts/sample-path.sh"
done
has_line '^beside .* slack ' "$scratch/text" || fail "no slack: $(cat "$scratch/text")"
