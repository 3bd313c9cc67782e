# A redacted value reaches no file and no output, whatever records it and whatever reads the
# recording; a value beside it does, so that the search is known to work.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
signpost=$binaries/signpost
runner=$binaries/ScenarioRunner
[[ -x $runner && -x $signpost ]] || fail "run swift build first"

# Not in the command line, which recordings note.
secret=$(printf 'hush%s' "$RANDOM$RANDOM")
known=visible4711
files=$scratch/files
mkdir "$files"
cd "$files"

# run PROGRAM ARGUMENT…: passes the texts through a file, and runs the program in its place.
cat > "$scratch/run" << EOF
#!/bin/sh
exec "$runner" secrets $secret $known "\$@"
EOF
chmod +x "$scratch/run"

# The chunks of a page are compressed.
inflate() {
  python3 - "$1" << 'EOF'
import base64, re, sys, zlib
text = open(sys.argv[1], encoding="utf-8").read()
for chunk in re.findall(r'<script type="application/octet-stream"[^>]*>([^<]*)<', text):
    sys.stdout.buffer.write(zlib.decompress(base64.b64decode(chunk), -15) + b"\n")
EOF
}

expect_hidden() {
  local found
  found=$(grep -rlaF "$secret" "$files" || true)
  expect_equal "files with the secret $1" "" "$found"
}

for mode in '' replayable; do
  name=trace-${mode:-text}
  "$signpost" record --state-diffs -o "$name" -- "$scratch/run" ${mode:+"$mode"} > "$name.out" 2> "$name.err"
  grep -rqaF "$known" "$name" || fail "the recording $name lacks the known value"
  has_line '(redacted)' "$name.out" || fail "the program printed no redacted value: $(cat "$name.out")"
  for format in csv perfetto chrome speedscope folded sqlite otlp html trace-compass; do
    "$signpost" export "$name" -f "$format" -o "$name.$format" 2> "$name.$format.err" \
      || fail "export -f $format: $(cat "$name.$format.err")"
  done
  inflate "$name.html" > "$name.html.chunks"
  grep -qaF "$known" "$name.html.chunks" || fail "no known value in the page of $name"
  for format in text json csv markdown; do "$signpost" report "$name" --format "$format" > "$name.report.$format"; done
  "$signpost" events "$name" > "$name.events"
  has_line "$known" "$name.events" || fail "no known value in the events"
  "$signpost" events "$name" --json > "$name.events.json"
  "$signpost" path "$name" > "$name.path"
  "$signpost" findings "$name" --all > "$name.findings" || true
done
"$signpost" extract trace-replayable -o session.jsonl 2> extract.err || fail "$(cat extract.err)"
has_line "$known" session.jsonl || fail "no known value in the session"
expect_hidden "after recording to disk"

# A flight recorder, and a program that crashes with its state as the message.
# Only a program that fails leaves a snapshot by itself.
"$signpost" record --snapshot --state-diffs -o flight -- "$scratch/run" crash \
  > flight.out 2> flight.err || true
grep -rqaF "$known" flight || fail "the snapshot lacks the known value: $(cat flight.err)"
status=0
"$signpost" record --no-report -o crash -- "$scratch/run" crash > crash.out 2> crash.err || status=$?
((status > 128)) || fail "the program ended with $status instead of a crash"
has_line "the state is .*$known.*(redacted)" crash.err || fail "no message: $(cat crash.err)"
expect_hidden "after a flight recorder and a crash"

# The search finds the secret where it is.
grep -qaF "$secret" "$scratch/run" || fail "the search finds nothing"
