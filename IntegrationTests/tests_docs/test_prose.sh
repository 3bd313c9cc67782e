#!/usr/bin/env bash
# The check of prose finds long lines and words that are not used, and nothing else; the formatter
# wraps paragraphs and changes no word. The density of weak wording must not rise in any folder.
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

# Formatting changes nothing but the ends of lines of prose.
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

# The density of weak wording.
mkdir -p tree/Sources/A tree/Sources/B tree/scripts
tree() { "$prose" density "$@" tree > found; }
cat > tree/Sources/A/file.swift << FILE
/// What is kept.
let kept = 1  // and that of others
/// Its number, for most of the sentences that the file has and that nothing else is about.
let number = 2
FILE
cp tree/Sources/A/file.swift tree/Sources/B
tree --update
expect_equal "the figures of a folder" "Sources/A 24 1 1 1 1" \
  "$(awk -F '\t' '$1 == "Sources/A" { $1 = $1; print }' tree/scripts/prose-figures.tsv)"
tree || fail "the recorded figures are exceeded: $(cat found)"

# exceeds TEXT: text after which the density is reported, with the place.
exceeds() {
  cp tree/Sources/B/file.swift tree/Sources/A
  printf '%s\n' "$1" >> tree/Sources/A/file.swift
  ! tree || fail "accepts: $1"
  has_line "^Sources/A: 2 .*$2; recorded: 1 of 24 words$" found || fail "no folder in: $(cat found)"
  has_line '^  Sources/A/file.swift:5$' found || fail "no place in: $(cat found)"
}
exceeds "// What it does." "start with “What”"
exceeds "let text = \"that is what it does\"" "use “what”"
exceeds "// Like those of B." "use “that of” or “those of”"
exceeds "/// They are few." "are comments of declarations that start with a pronoun"

# Text may be deleted, and grow; a new folder may be as all others together.
head -n 1 tree/Sources/B/file.swift > tree/Sources/A/file.swift
tree || fail "a deletion is reported: $(cat found)"
cat tree/Sources/B/file.swift tree/Sources/B/file.swift > tree/Sources/A/file.swift
tree || fail "growth is reported: $(cat found)"
cp -r tree/Sources/B tree/Sources/C
tree || fail "a new folder is reported: $(cat found)"
head -n 1 tree/Sources/B/file.swift > tree/Sources/C/file.swift
! tree || fail "a new folder of weak wording is accepted"

"$prose" density > found || fail "$(cat found)"
