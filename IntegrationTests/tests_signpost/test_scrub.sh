# A masked copy of a recording that LTTng wrote has none of its texts, and every command reads it
# like the original: with texts, with data for a replay, and with chunks.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
signpost=$binaries/signpost
runner=$binaries/ScenarioRunner
[[ -x $runner && -x $signpost ]] || fail "run swift build first"
cd "$scratch"

known=visible4711
"$signpost" record -q --state-diffs -o recorded -- "$runner" secrets hidden "$known" > program.log 2>&1
"$signpost" record -q --state-diffs -o replayable -- "$runner" secrets hidden "$known" replayable > program.log 2>&1
"$signpost" record -q --rotate 1s -o rotated -- "$runner" secrets hidden "$known" > program.log 2>&1

# figures RECORDING: the report without the name of its directory.
figures() {
  "$signpost" report "$1" --json 2> figures.err | python3 -c '
import json, sys
report = json.load(sys.stdin)
for name in ("directory", "directories"):
    del report[name]
print(json.dumps(report, indent=1))' || cat figures.err
}

for name in recorded replayable rotated; do
  grep -rqaF "$known" "$name" || fail "$name lacks the text to mask"
  "$signpost" scrub "$name" -o "$name-copy" 2> scrub.log || fail "scrub $name: $(cat scrub.log)"
  has_line 'masked [1-9][0-9]* texts\?, 0 names' scrub.log || fail "nothing was masked: $(cat scrub.log)"
  expect_equal "files with the text in $name-copy" "" "$(grep -rlaF "$known" "$name-copy" || true)"
  expect_equal "the report of $name-copy" "$(figures "$name")" "$(figures "$name-copy")"
  "$signpost" events "$name-copy" > "$name.events" || fail "events $name-copy"
  "$signpost" export "$name-copy" -f html -o "$name.html" 2> export.log || fail "$(cat export.log)"
done

# Names: of an action, and of the program in metadata, manifest and directories.
"$signpost" scrub recorded -o renamed --name 'signIn*' --name 'Scenario*' 2> scrub.log || fail "$(cat scrub.log)"
for text in signInButtonTapped ScenarioRunner; do
  expect_equal "files with $text" "" "$(grep -rlaF "$text" renamed || true)$(find renamed -name "*$text*")"
done
expect_equal "actions" "$("$signpost" report recorded --format csv | grep -c '^action')" \
  "$("$signpost" report renamed --format csv 2> /dev/null | grep -c '^action')"
expect_equal "files with the text in renamed" "" "$(grep -rlaF "$known" renamed || true)"

# All names: nested wrappers are still one action, because the outer name ends with the inner one.
"$signpost" record -q -o nested -- "$runner" nested-wrappers > program.log 2>&1
"$signpost" scrub nested -o nested-copy --name '*' 2> scrub.log || fail "$(cat scrub.log)"
# actions RECORDING: their figures without names.
actions() {
  "$signpost" report "$1" --json 2> figures.err | python3 -c '
import json, sys
rows = json.load(sys.stdin)["actions"]
print(sorted((row["self_ns"], row["count"], len(row.get("levels") or [])) for row in rows))' \
    || cat figures.err
}
[[ $(actions nested) == *", 2)"* ]] || fail "no nested wrappers: $(actions nested)"
expect_equal "the actions of nested-copy" "$(actions nested)" "$(actions nested-copy)"

# A signal that ends it leaves no part of a copy. Behind its packets the stream has more bytes than
# can be copied until then.
cp -r recorded endless
truncate -s 100G "$(find endless -name 'composable_*' ! -path '*/index/*' -size +0 | head -1)"
"$signpost" scrub endless -o endless-copy/ > scrub.log 2>&1 &
scrub=$!
background_pids+=("$scrub")
has_begun() { [[ -n $(find . -path './endless-copy.*' -type f -size +1M) ]]; }
wait_until "a part of the copy" has_begun
kill -TERM "$scrub"
status=0
wait "$scrub" || status=$?
expect_equal "the status after SIGTERM" 143 "$status"
expect_equal "parts of a copy" "" "$(find . -maxdepth 1 -name 'endless-copy*')"
