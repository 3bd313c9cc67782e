# signpost view --live: the page of a running program in a real Chromium, the responses of its
# server and the refused requests, and its end.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
python=$repository/.build/viewers/bin/python3
[[ -x $python ]] || fail "there is nothing to drive a browser with: scripts/setup.sh --tests"
export TMPDIR=$scratch
unset XDG_RUNTIME_DIR BROWSER DISPLAY WAYLAND_DISPLAY

# check WHAT…: runs checks in the browser.
check() {
  "$python" "$repository/Tests/Trace/Page/live_checks.py" "$@" > "$scratch/checks" 2>&1 \
    || fail "live_checks.py $1: $(tail -n 30 "$scratch/checks")"
}

check samples "$scratch"

# start_view ARGUMENT…: sets `server`, and `address` with a slash at its end. The program reads from
# descriptor 9.
start_view() {
  rm -f "$scratch/address" "$scratch/input"
  mkfifo "$scratch/input"
  exec 9<> "$scratch/input"
  "$signpost" view --live --interval 100ms --output /dev/null "$@" \
    < "$scratch/input" > "$scratch/address" 2> "$scratch/view.log" 9>&- &
  server=$!
  background_pids+=("$server")
  wait_until "the address" test -s "$scratch/address"
  address=$(cat "$scratch/address")
}

# end_view SIGNAL STATUS
end_view() {
  local status=0
  kill -"$1" "$server"
  wait "$server" || status=$?
  expect_equal "the exit status after SIG$1" "$2" "$status"
  expect_equal "what is left" "" "$(find "$scratch" -mindepth 1 -maxdepth 1 -name 'signpost-*')"
  ! pgrep -f "$scratch/signpost-" > /dev/null || fail "left: $(pgrep -fa "$scratch/signpost-")"
}

# status_of URL [OPTION…]
status_of() { curl -s -m 60 -o "$scratch/body" -w '%{http_code}' "$@"; }

start_view -- "$runner" work --threads 2
"$python" "$repository/Tests/Trace/Page/live_checks.py" program "$address" 852 \
  > "$scratch/checks" 2>&1 &
checks=$!
background_pids+=("$checks")
echo round >&9
wait_until "the page to show it" has_line '^seen$' "$scratch/checks"

expect_equal "figures" 200 "$(status_of "${address}figures")"
python3 - "$scratch/body" << 'END' || fail "the figures: $(cat "$scratch/body")"
import json, sys
figures = json.load(open(sys.argv[1]))
assert figures["version"] == 1 and figures["state"] == "running", figures
assert figures["actions"]["total"] == 852 and "exit_code" not in figures, figures
END
expect_equal "a distribution" 200 \
  "$(status_of "${address}distribution?prefix=part&name=add")"
expect_equal "how many are in it" 200 \
  "$(python3 -c 'import json, sys; print(sum(o["count"] for o in json.load(open(sys.argv[1]))))' \
    "$scratch/body")"
for path in distribution head chunks/0 figures/x figures/-1 figures/1/2 ../figures; do
  expect_equal "$path" 404 "$(status_of --path-as-is "$address$path")"
done
origin=${address%/*/}
expect_equal "figures without the secret" 404 "$(status_of "$origin/figures")"
expect_equal "another site's name" 403 "$(status_of -H 'Host: example.com' "${address}figures")"
expect_equal "another site's page" 403 \
  "$(status_of -H 'Origin: http://example.com' "${address}figures")"

# The program ends: the page reports it, and stays available with its files.
echo 'exit 3' >&9
wait "$checks" || fail "live_checks.py program: $(tail -n 30 "$scratch/checks")"
wait_until "the command to say so" has_line 'the program ended with code 3; its last figures stay' \
  "$scratch/view.log"
expect_equal "the last figures" 200 "$(status_of "${address}figures")"
has_line '"exit_code":3' "$scratch/body" || fail "$(cat "$scratch/body")"
end_view TERM 3

# A signal while the program runs ends both; a page that waits for more receives the end.
start_view -- "$runner" work
status_of "${address}figures" -D "$scratch/headers" > /dev/null
(while [[ $(status_of "${address}figures/$(sed -n 's/^Signpost-Number: \([0-9]*\).*/\1/ip' \
  "$scratch/headers")" -D "$scratch/headers") == 200 ]]; do :; done
head -1 "$scratch/headers" > "$scratch/last") &
waiting=$!
background_pids+=("$waiting")
end_view TERM 0
wait "$waiting" || true
has_line ' 410 ' "$scratch/last" || fail "the last answer: $(cat "$scratch/last")"

# Targets that cannot be shown, and options for running programs only.
expect_refusal() {
  local status=0 wanted=$1 text=$2
  shift 2
  "$signpost" view "$@" > "$scratch/output" 2>&1 || status=$?
  expect_equal "the exit status of view $*" "$wanted" "$status"
  has_line "$text" "$scratch/output" || fail "view $*: $(cat "$scratch/output")"
}
expect_refusal 64 'Name what to show: signpost view --live' --live
expect_refusal 64 'shows one program' --live 1 -- true
expect_refusal 64 'window goes with --live' "$scratch" --window 5s
expect_refusal 64 'A program is started with --live' "$scratch" -- true
expect_refusal 64 'Name the recording to show'
expect_refusal 127 'there is no process 99999999' --live 99999999
