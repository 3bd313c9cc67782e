# The report of a real trace as JSON matches its schema: no key is missing, none is undocumented.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

"$signpost" record --quiet --output "$scratch/trace" --subbuf-size 4M -- "$runner" causes \
  > "$scratch/noted" 2> "$scratch/record.log" \
  || fail "recording ends with $?: $(cat "$scratch/record.log")"

for options in "" "--by thread --sort self" "--by store --from 1ms --name *"; do
  # shellcheck disable=SC2086
  (set -f && "$signpost" report "$scratch/trace" --format json $options) > "$scratch/report.json" \
    || fail "signpost report $options ends with $?"
  # Debian's own Python, which has the package python3-jsonschema.
  PYTHONPATH=$repository/IntegrationTests/tests_signpost PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 - "$repository/Documentation/report.schema.json" "$scratch/report.json" << 'EOF' \
    || fail "the report with the options '$options' is not as the schema says"
import json
import sys

from json_schema import problems as schema_problems

report = json.load(open(sys.argv[2]))
problems = schema_problems(sys.argv[1], report)
print("\n".join(problems[:20]), file=sys.stderr)
for key in ["actions", "effects", "slowest_actions", "slowest_effects", "stores", "processes"]:
    if not report[key]:
        problems.append(f"{key} is empty")
        print(f"{key} is empty", file=sys.stderr)
sys.exit(bool(problems))
EOF
done
