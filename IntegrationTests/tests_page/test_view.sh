# signpost view: the responses of its server and the refused requests; the place and lifetime of the
# index; its end; two recordings side by side.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

binaries=$(built_products)
signpost=$binaries/signpost
[[ -x $signpost ]] || fail "run swift build first"
export XDG_CACHE_HOME=$scratch/cache
unset BROWSER DISPLAY WAYLAND_DISPLAY

record() {
  "$signpost" record --quiet --output "$1" -- \
    "$binaries/ScenarioRunner" work --stores 2 --threads 1 --actions 20 <<< round \
    > "$scratch/record.log" 2>&1 || fail "$(cat "$scratch/record.log")"
}

# start_view ARGUMENT…: sets `server`, `address` with a slash at its end, and `port`.
start_view() {
  rm -f "$scratch/address"
  "$signpost" view "$@" > "$scratch/address" 2> "$scratch/view.log" &
  server=$!
  background_pids+=("$server")
  wait_until "the address" test -s "$scratch/address"
  address=$(cat "$scratch/address")
  port=${address#http://127.0.0.1:}
  port=${port%%/*}
}

# end_view SIGNAL
end_view() {
  local status=0
  kill -"$1" "$server"
  wait "$server" || status=$?
  expect_equal "the exit status after SIG$1" 0 "$status"
}

# answers METHOD URL [HEADER…]: the status, and for a redirection where to.
answers() {
  python3 - "$@" << 'END'
import http.client, sys, urllib.parse
method, url, *headers = sys.argv[1:]
parts = urllib.parse.urlsplit(url)
connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
connection.putrequest(method, parts.path, skip_host=any(h.startswith("Host:") for h in headers))
for header in headers:
    connection.putheader(*header.split(": ", 1))
connection.endheaders()
response = connection.getresponse()
body = response.read()
print(response.status, response.getheader("Location", ""))
open("/dev/fd/3", "wb").write(body) if response.status == 200 else None
END
}
exec 3> /dev/null

record "$scratch/recording"
find "$scratch/recording" -type f -exec md5sum {} + | sort > "$scratch/before"

# ---- What is served, and to whom -------------------------------------------------------------

start_view "$scratch/recording"
has_line "open the address above" "$scratch/view.log" || fail "$(cat "$scratch/view.log")"
token=${address%/}
token=${token##*/}
expect_equal "the digits of the secret" 32 "${#token}"
expect_equal "addresses it listens at" "0100007F" \
  "$(awk -v port="$(printf '%04X' "$port")" \
    '{ split($2, local, ":") } $4 == "0A" && local[2] == port { print local[1] }' /proc/net/tcp)"

exec 3> "$scratch/page"
expect_equal "the page" "200 " "$(answers GET "$address")"
has_line '<meta name="signpost-data" content="served"' "$scratch/page" || fail "$(head "$scratch/page")"
exec 3> "$scratch/head"
expect_equal "the head" "200 " "$(answers GET "${address}head")"
"$signpost" report --json "$scratch/recording" > "$scratch/report"
python3 - "$scratch/head" "$scratch/report" << 'END' || fail "the head's report is another one"
import json, sys
head, report = (json.load(open(path)) for path in sys.argv[1:])
assert head["version"] == 1 and head["chunks"], head
for key in ("actions", "effects", "stores", "events", "slowest_actions"):
    assert head["report"][key] == report[key], key
END
exec 3> "$scratch/chunk"
expect_equal "a chunk" "200 " "$(answers GET "${address}chunks/0")"
python3 -c 'import sys, zlib; assert zlib.decompress(open(sys.argv[1], "rb").read(), -15)' \
  "$scratch/chunk" || fail "the chunk is not compressed as it should be"
exec 3> /dev/null

expect_equal "without the slash" "303 /$token/" "$(answers GET "${address%/}")"
for path in chunks/999999 chunks/-1 chunks/x chunks chunks/0/1 head/1 ../recording %2e%2e/ index; do
  expect_equal "$path" "404 " "$(answers GET "$address$path")"
done
origin=http://127.0.0.1:$port
for path in / /head /chunks/0 "/${token%?}" "/${token%?}x/head" /favicon.ico /open/ "/open/$token"; do
  expect_equal "$path without the secret" "404 " "$(answers GET "$origin$path")"
done
expect_equal "POST" "405 " "$(answers POST "$address")"
expect_equal "another site's name" "403 " "$(answers GET "$address" "Host: example.com")"
expect_equal "another site's name and this port" "403 " \
  "$(answers GET "${address}head" "Host: example.com:$port")"
expect_equal "another site's page" "403 " \
  "$(answers GET "${address}head" "Origin: http://example.com")"
expect_equal "another server's page" "403 " \
  "$(answers GET "${address}head" "Origin: http://127.0.0.1:1")"
expect_equal "its own page" "200 " "$(answers GET "${address}head" "Origin: $origin")"

status=0
"$signpost" view "$scratch/recording" --port "$port" > "$scratch/output" 2>&1 || status=$?
expect_equal "the exit status for a port that is taken" 73 "$status"
has_line "cannot be served on port $port: .*Choose another port" "$scratch/output" \
  || fail "$(cat "$scratch/output")"
end_view INT
! answers GET "$address" 2> /dev/null || fail "it still answers"

# ---- The index -------------------------------------------------------------------------------

indices() { find "$scratch/cache/signpost" -name '*.index' -printf '%i %p\n' | sort; }
expect_equal "the recording afterwards" "$(cat "$scratch/before")" \
  "$(find "$scratch/recording" -type f -exec md5sum {} + | sort)"
first=$(indices)
expect_equal "indices" 1 "$(indices | wc -l)"
expect_equal "others who may read it" "" "$(find "$scratch/cache/signpost" -mindepth 1 -type d -perm /077)"

start_view "$scratch/recording"
end_view TERM
expect_equal "the index for the second time" "$first" "$(indices)"

touch "$(find "$scratch/recording" -name metadata | head -1)"
start_view "$scratch/recording"
end_view HUP
[[ $(indices) != "$first" ]] || fail "the index of a recording that has changed is used"
expect_equal "indices after the change" 1 "$(indices | wc -l)"

# A truncated index is not used.
truncate --size=-1 "$(indices | cut -d ' ' -f 2)"
start_view "$scratch/recording"
exec 3> "$scratch/head"
expect_equal "the head after the index was cut off" "200 " "$(answers GET "${address}head")"
exec 3> /dev/null
end_view INT

mv "$scratch/recording" "$scratch/moved"
start_view "$scratch/moved"
end_view INT
expect_equal "indices after the recording has moved" 1 "$(indices | wc -l)"

# ---- The browser -----------------------------------------------------------------------------

cat > "$scratch/browser" << END
#!/bin/sh
printf '%s\n' "\$1" > "$scratch/opened.part"
mv "$scratch/opened.part" "$scratch/opened"
END
chmod +x "$scratch/browser"
BROWSER=$scratch/browser start_view "$scratch/moved"
wait_until "the browser" test -s "$scratch/opened"
opened=$(cat "$scratch/opened")
[[ $opened != *"${address##*:}"* ]] || fail "the secret is on a command line: $opened"
path=/${address#http://*/}
expect_equal "what the browser opens" "303 $path" "$(answers GET "$opened")"
expect_equal "the same, once more" "404 " "$(answers GET "$opened")"
end_view INT
rm "$scratch/opened"
BROWSER=$scratch/browser start_view "$scratch/moved" --no-open
end_view INT
[[ ! -e $scratch/opened ]] || fail "--no-open opens a browser"

# ---- Two recordings side by side -------------------------------------------------------------

"$signpost" record --quiet --output "$scratch/longer" -- \
  "$binaries/ScenarioRunner" work --stores 3 --threads 2 --actions 60 <<< round \
  > "$scratch/record.log" 2>&1 || fail "$(cat "$scratch/record.log")"
start_view "$scratch/moved" "$scratch/longer"
for side in moved longer; do
  "$signpost" report --json "$scratch/$side" > "$scratch/$side.json"
done
expect_equal "the comparison" "200 " "$(answers GET "$address")"
expect_equal "a page in it" "200 " "$(answers GET "${address}before/")"
expect_equal "a chunk in it" "200 " "$(answers GET "${address}after/chunks/0")"
for path in before between/ before/chunks/999999 after/before/ head chunks/0; do
  expect_equal "$path in a comparison" "404 " "$(answers GET "$address$path")"
done
"$repository/.build/viewers/bin/python3" "$repository/Tests/Trace/Page/page_checks.py" comparison \
  "$address" "$scratch/moved.json" "$scratch/longer.json" > "$scratch/checks" 2>&1 \
  || fail "page_checks.py comparison: $(tail -n 30 "$scratch/checks")"
end_view INT
status=0
"$signpost" view "$scratch/moved" "$scratch/longer" "$scratch/moved" > "$scratch/output" 2>&1 || status=$?
expect_equal "the exit status for three recordings" 64 "$status"

# ---- What cannot be shown --------------------------------------------------------------------

status=0
"$signpost" view "$scratch/nothing" > "$scratch/output" 2>&1 || status=$?
expect_equal "the exit status without a recording" 66 "$status"
touch "$scratch/file"
status=0
XDG_CACHE_HOME=$scratch/file "$signpost" view "$scratch/moved" > "$scratch/output" 2>&1 || status=$?
expect_equal "the exit status without a place for the index" 73 "$status"
has_line "Set XDG_CACHE_HOME" "$scratch/output" || fail "$(cat "$scratch/output")"
