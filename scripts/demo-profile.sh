#!/usr/bin/env bash
# Records a program whose hot functions are known with samples of its processor time, and shows the
# functions of each action.
#
#   demo-profile.sh [rows]     rows of a table, 3 by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

swift build --product signpost >&2
swift build --product ProfiledProgram >&2
products=$(swift build --show-bin-path)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$products/signpost" record --quiet --cpu-profile -o "$scratch/trace" -- \
  "$products/ProfiledProgram" > "$scratch/output"
"$products/signpost" report "$scratch/trace" --functions --limit "${1:-3}"
