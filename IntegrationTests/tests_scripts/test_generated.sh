# Features of Bench are as their script writes them; a difference is found.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

"$repository/scripts/bench-levels.py" --check
mkdir -p "$scratch/scripts" "$scratch/Sources/Bench/Suites/Generated"
cp "$repository/scripts/bench-levels.py" "$scratch/scripts"
printf '// Edited by hand.\n' > "$scratch/Sources/Bench/Suites/Generated/Levels.swift"
! "$scratch/scripts/bench-levels.py" --check 2> "$scratch/errors" || fail "a difference is not found"
has_line 'Levels.swift differs from bench-levels.py: run scripts/bench-levels.py' "$scratch/errors" \
  || fail "$(cat "$scratch/errors")"
"$scratch/scripts/bench-levels.py"
cmp "$repository/Sources/Bench/Suites/Generated/Levels.swift" \
  "$scratch/Sources/Bench/Suites/Generated/Levels.swift"
