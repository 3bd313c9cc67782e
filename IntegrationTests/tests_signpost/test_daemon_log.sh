# The errors of the session daemon are shown after each kind of recording that failed or lost
# events, and after no other.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
source "$repository/IntegrationTests/tests_signpost/work.sh"
export HOME=$scratch TMPDIR=$scratch
unset XDG_RUNTIME_DIR LTTNG_HOME

# A daemon that reports an error on request, and a client that refuses the commands in `refused`.
mkdir "$scratch/bin"
cat > "$scratch/bin/lttng-sessiond" << SCRIPT
#!/bin/sh
(
  until [ -e "$scratch/ask" ]; do sleep 0.02; done
  echo "PERROR - 10:15:00.123456789 [1/2]: provoked by the test (in a() at b.c:1)" >&2
  : > "$scratch/reported"
) &
exec "$(command -v lttng-sessiond)" "\$@"
SCRIPT
cat > "$scratch/bin/lttng" << SCRIPT
#!/bin/sh
for word in "\$@"; do
  [ "\$word" = "\$(cat "$scratch/refused")" ] || continue
  [ "\$word" = stop ] || { : > "$scratch/ask"; until [ -e "$scratch/reported" ]; do sleep 0.02; done; }
  echo "Error: refused" >&2
  exit 1
done
exec "$(command -v lttng)" "\$@"
SCRIPT
chmod +x "$scratch"/bin/*
export PATH=$scratch/bin:$PATH
error='^  Error: provoked by the test (in a() at b.c:1)$'

# record NAME REFUSED EXIT-CODE TIMES OPTION… -- SHELL-COMMAND: how often the error is quoted.
record() {
  local name=$1 code=$3 times=$4 options=() status=0
  printf '%s' "$2" > "$scratch/refused"
  shift 4
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  rm -f "$scratch/ask" "$scratch/reported"
  # The command of the shell receives the name of the log, and waits until something is in it.
  # shellcheck disable=SC2094
  "$signpost" record --verbose -o "$scratch/trace-$name" "${options[@]}" -- bash -c "
    : > '$scratch/ask'
    until [[ -e '$scratch/reported' ]]; do sleep 0.02; done
    $1" "$runner" "$scratch/log-$name" > /dev/null 2> "$scratch/log-$name" || status=$?
  expect_equal "the exit code of '$name'" "$code" "$status"
  expect_equal "how often the error is quoted after '$name': $(cat "$scratch/log-$name")" "$times" \
    "$(grep -c "$error" "$scratch/log-$name" || true)"
}
small=(--subbuf-size 4K --num-subbuf 2)
busy='echo round | "$0" work --stores 4 --threads 4 --actions 2000'

record complete "" 0 0 -- true
record lossy "" 0 1 "${small[@]}" -- "$busy"
grep -q 'events were discarded' "$scratch/log-lossy" || fail "nothing was lost"
record daemon-died "" 74 1 -- \
  'kill -KILL $(sed -n "s/.*session daemon \([0-9]*\) answers/\1/p" "$1")'
record not-stopped stop 74 1 -- true
record not-started load 69 1 -- true

# A shared daemon has one log for all recordings; each shows its own part.
printf '' > "$scratch/refused"
rm -f "$scratch/ask" "$scratch/reported"
"$signpost" start first "${small[@]}" -o "$scratch/trace-first" 2> "$scratch/start.log"
LTTNG_UST_REGISTER_TIMEOUT=-1 "$runner" work --stores 4 --threads 4 --actions 2000 <<< round > /dev/null
: > "$scratch/ask"
wait_until "the error" test -e "$scratch/reported"
"$signpost" start second "${small[@]}" -o "$scratch/trace-second" 2> "$scratch/start.log"
LTTNG_UST_REGISTER_TIMEOUT=-1 "$runner" work --stores 4 --threads 4 --actions 2000 <<< round > /dev/null
"$signpost" stop first 2> /dev/null
"$signpost" stop second 2> /dev/null
for name in first second; do
  grep -q 'events were discarded' "$scratch/trace-$name/recorder.log" || fail "nothing was lost"
done
expect_equal "how often the first recording quotes it" 1 \
  "$(grep -c "$error" "$scratch/trace-first/recorder.log" || true)"
expect_equal "how often the second recording quotes it" 0 \
  "$(grep -c "$error" "$scratch/trace-second/recorder.log" || true)"
