# The check of warnings counts each warning of our files once, and none of dependencies, generated
# files and tests.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
warnings=$repository/scripts/warnings.sh

cat > "$scratch/clean.log" << LOG
[1/2] Compiling Core Store.swift
$repository/.build/checkouts/swift-log/Sources/Logging/Logging.swift:1:2: warning: of a dependency
$repository/.build-tsan/debug/Made.derived/runner.swift:1:2: warning: of a generated file
$repository/Examples/.build/checkouts/swift-log/Sources/Logging/Logging.swift:1:2: warning: again
/usr/include/stdio.h:3:4: warning: of the system
$repository/Sources/Core/Store.swift:7:8: error: no warning
    $repository/Sources/Core/Store.swift:7:8: warning: quoted by a test
warning: unable to find an index store
LOG
"$warnings" "$scratch/clean.log" > "$scratch/output" || fail "warnings: $(cat "$scratch/output")"
expect_equal "output about a clean log" "" "$(cat "$scratch/output")"

# In two builds, and in colours.
cat > "$scratch/first.log" << LOG
$repository/Sources/Core/Store.swift:7:8: warning: variable 'a' was never used
$repository/Sources/Core/Store.swift:7:8: warning: variable 'a' was never used
$repository/Sources/Support/Runtime/CCore.c:9: warning: unused
LOG
printf '\e[1m%s/Sources/Core/Store.swift:7:8: \e[35mwarning: \e[0mvariable %s was never used\n' \
  "$repository" "'a'" > "$scratch/second.log"
! "$warnings" "$scratch"/{first,second}.log > "$scratch/output" || fail "warnings do not fail"
expect_equal "warnings" "Sources/Core/Store.swift:7:8: warning: variable 'a' was never used
Sources/Support/Runtime/CCore.c:9: warning: unused
warnings: 2 in files of this repository" "$(cat "$scratch/output")"

# The first ten of many.
for number in {11..31}; do
  printf '%s/Sources/Core/Store.swift:%d:1: warning: unused\n' "$repository" "$number"
done > "$scratch/many.log"
! "$warnings" "$scratch/many.log" > "$scratch/output" || fail "warnings do not fail"
expect_equal "lines about many" 11 "$(wc -l < "$scratch/output")"
expect_equal "the count" "warnings: 21 in files of this repository" "$(tail -n 1 "$scratch/output")"
