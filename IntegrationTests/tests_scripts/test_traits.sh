# One trait is enabled by default, and enables no others. SwiftPM passes several to the compiler in
# an order that differs from one plan of a build to the next, and another order compiles everything
# again.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

# It reads the manifest alone, and need not wait for a build.
swift package --package-path "$repository" --ignore-lock dump-package \
  > "$scratch/package.json" 2> "$scratch/errors" || fail "$(cat "$scratch/errors")"
python3 - "$scratch/package.json" << 'PYTHON' || fail "see Package.swift, traits"
import json, sys

traits = {trait["name"]: trait["enabledTraits"] for trait in json.load(open(sys.argv[1]))["traits"]}
enabled = traits["default"]
if len(enabled) != 1 or traits[enabled[0]]:
    sys.exit(f"enabled by default: {enabled}, and by these: {[traits[name] for name in enabled]}")
PYTHON
