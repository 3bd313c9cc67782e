# A new user's program, made of the code in the README and in Documentation/Wrappers.md alone: it
# builds, its tests pass, and its recording shows its actions, in the rows that the README shows.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

documents=("$repository/README.md" "$repository/Documentation/Wrappers.md")
awk -v root="$scratch/my-program" '
  /^<!-- file: .* -->$/ { file = root "/" $3; next }
  /^```swift$/ && file { directory = file; sub("/[^/]*$", "", directory)
    system("mkdir -p \"" directory "\""); writing = 1; next }
  /^```$/ { if (writing) close(file); writing = 0; file = ""; next }
  writing { print > file }
' "${documents[@]}"

blocks=$(cat "${documents[@]}" | grep -c '^```swift$')
files=$(find "$scratch/my-program" -name '*.swift' | wc -l)
expect_equal "snippets that are compiled" "$blocks" "$files"

# The program is built where the package is, of the same sources, as swift-syntax takes minutes.
cd "$scratch/my-program"
beside='.package(path: "../composable-signpost")'
here=".package(name: \"composable-signpost\", path: \"$repository\")"
manifest=$(< Package.swift)
[[ $manifest == *"$beside"* ]] || fail "the package of the README depends on no clone beside it"
printf '%s\n' "${manifest/"$beside"/"$here"}" > Package.swift
swift test --scratch-path "$repository/.build" > "$scratch/test.log" 2>&1 \
  || { cat "$scratch/test.log" >&2; fail "its tests"; }
for test in togglingTheTimerTwiceCancelsIt timerCountsUntilItIsToggledAgain; do
  has_line "Test $test() passed" "$scratch/test.log" || fail "$test did not run"
done

signpost=$(built_products)/signpost
"$signpost" record --output "$scratch/trace" -- "$(built_products)/MyProgram" \
  > "$scratch/output" 2> "$scratch/report" || { cat "$scratch/report" >&2; fail "its recording"; }
has_line '^count: [1-9]' "$scratch/output" || fail "it printed $(cat "$scratch/output")"
has_line ', nothing lost$' "$scratch/report" || fail "the report begins with: $(cat "$scratch/report")"
for row in '\[counter\] incrementButtonTapped  *1 ' '\[counter\] toggleTimerButtonTapped  *2 ' \
  '\[counter\] timerTicked  *[1-9]' '\[counter\] toggleTimerButtonTapped  *1  *0  *1 '; do
  for file in "$scratch/report" "$repository/README.md"; do
    has_line "$row" "$file" || fail "no row $row in: $(cat "$file")"
  done
done
