# A new user's program, made of nothing but the README's own code: it builds beside a clone, its tests
# pass, and its recording shows what it did.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

ln -s "$repository" "$scratch/composable-signpost"
awk -v root="$scratch/my-program" '
  /^<!-- file: .* -->$/ { file = root "/" $3; next }
  /^```swift$/ && file { directory = file; sub("/[^/]*$", "", directory)
    system("mkdir -p \"" directory "\""); writing = 1; next }
  /^```$/ { if (writing) close(file); writing = 0; file = ""; next }
  writing { print > file }
' "$repository/README.md"

blocks=$(grep -c '^```swift$' "$repository/README.md")
files=$(find "$scratch/my-program" -name '*.swift' | wc -l)
expect_equal "snippets that are compiled" "$blocks" "$files"

cd "$scratch/my-program"
swift test > "$scratch/test.log" 2>&1 || { cat "$scratch/test.log" >&2; fail "its tests"; }
for test in togglingTheTimerTwiceCancelsIt timerCountsUntilItIsToggledAgain; do
  has_line "Test $test() passed" "$scratch/test.log" || fail "$test did not run"
done

signpost=$(swift build --package-path "$repository" --show-bin-path)/signpost
"$signpost" record --output "$scratch/trace" -- .build/debug/MyProgram \
  > "$scratch/output" 2> "$scratch/report" || { cat "$scratch/report" >&2; fail "its recording"; }
has_line '^count: [1-9]' "$scratch/output" || fail "it printed $(cat "$scratch/output")"
has_line ', nothing lost$' "$scratch/report" || fail "the report begins with: $(cat "$scratch/report")"
for row in '\[counter\] incrementButtonTapped  *1 ' '\[counter\] toggleTimerButtonTapped  *2 ' \
  '\[counter\] timerTicked  *[1-9]'; do
  has_line "$row" "$scratch/report" || fail "no row $row in: $(cat "$scratch/report")"
done
