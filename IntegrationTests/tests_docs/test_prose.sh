#!/usr/bin/env bash
# The check of prose finds long lines and words that are not used, and nothing else; the formatter
# wraps paragraphs and changes no word.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
prose=$repository/scripts/prose.py
cd "$scratch"

long=$(printf 'word %.0s' {1..24})
long=${long% }
link="$long [here](Other.md)"
printf '%s\n' "# Title" "" "$long" "more" "" "- $long" "  end" "" "| $long |" "" "    $long" "" \
  '```' "$long" '```' "" "$link" > page.md
printf '%s\n' "/// Short." "/// $long" "///" '/// ```' "/// $long" '/// ```' \
  "let text = \"$long\"" > code.swift
printf '%s\n' "#!/bin/sh $long" "# $long" "echo '$long'" > script.sh

# lint FILE…: the places that are listed, one per line.
lint() {
  local status=0
  "$prose" lint "$@" > found || status=$?
  expect_equal "the status of $*" "$([[ -s found ]] && echo 1 || echo 0)" "$status"
  cut -d : -f 1,2 found | paste -sd ' '
}

expect_equal "long lines" "page.md:3 page.md:6 code.swift:2 script.sh:2" \
  "$(lint page.md code.swift script.sh)"

# Everything but where lines end is as before, and so is what is not prose.
words() { tr -s '[:space:]' '\n' < "$1" | grep -vxE '///|#' || true; }
for file in page.md code.swift script.sh; do
  words "$file" > "$file.before"
  "$prose" format "$file"
  cmp <(words "$file") "$file.before" || fail "words of $file have changed"
done
expect_equal "long lines that are left" "" "$(lint page.md code.swift script.sh)"
expect_equal "lines that are no prose" 3 "$(grep -cxF -e "| $long |" -e "    $long" -e "$long" page.md)"
expect_equal "code in a comment" 1 "$(grep -cxF "/// $long" code.swift)"
expect_equal "a list item" "  word word word word word end" "$(grep -xE '  .*end' page.md)"
cp page.md again.md
"$prose" format again.md
cmp page.md again.md || fail "formatting twice changes something"

# Words count in messages as well. They are put together here, as this file is checked, too.
printf '%s\n' "No""body is here." "Cannot, bodyguard." > words.md
printf '%s\n' "print(\"it can"" not be read\")" > words.swift
expect_equal "words" "words.md:1 words.swift:1" "$(lint words.md words.swift)"
has_line 'write cannot$' found || fail "no replacement in: $(cat found)"
