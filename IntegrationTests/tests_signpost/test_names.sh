# A program may have any name: its recording is readable, and named after it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
here=$repository/IntegrationTests/tests_signpost
source "$here/work.sh"

# LTTng takes the first 15 bytes; the last name has its 15th within a character. The second one
# ends with a backslash.
# shellcheck disable=SC1003
for name in 'say "hi"' 'back\slash\' $'new\nline' "it's \$HOME" 'fourteen bytesé'; do
  cp "$runner" "$scratch/$name"
  "$signpost" record --quiet --no-report -o "$scratch/trace-named" -- "$scratch/$name" work \
    <<< round > /dev/null 2> "$scratch/record.log" || fail "$name: $(cat "$scratch/record.log")"
  rm "$scratch/$name"
  report named
  expect_fact losses.events 0
  expect_equal "the damage" "" "$(fact 'damage.*')"
  [[ $(fact processes.0.actions) -gt 100 ]] || fail "$name: $(cat "$scratch/report")"
  expect_equal "the name" "${name:0:14}" "$(
    "$signpost" report --json "$scratch/trace-named" | python3 -c '
import json, sys
print(json.load(sys.stdin)["processes"][0]["name"][:14], end="")'
  )"
  rm -rf "$scratch/trace-named"
done
