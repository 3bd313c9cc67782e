#!/usr/bin/env bash
# Formats the Swift files of the repository and wraps the prose of documents and comments, or checks
# both, and the words of the prose.
#
#   format.sh           formats them in place
#   format.sh --lint    changes nothing; fails if a file is not formatted, or if prose has a line of
#                       more than 100 columns or a word that is not used
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Everything but what builds bring along, such as the sources of dependencies.
mapfile -d '' -t files < <(find . -name '.?*' -prune -o -type f -name '*.swift' -print0)
# Fixtures of macros hold what the compiler says, and prose.py all of the words.
mapfile -d '' -t prose < <(
  find . -name '.?*' -prune -o -path ./Tests/MacrosTests/Fixtures -prune -o -type f \
    \( -name '*.md' -o -name '*.swift' -o -name '*.[ch]' -o -name '*.js' -o -name '*.mjs' \
    -o -name '*.sh' -o -name '*.py' -o -name '*.awk' \) ! -name prose.py -print0
)
if [[ ${1:-} == --lint ]]; then
  # Both run, so that all there is to say is said at once.
  status=0
  scripts/prose.py lint "${prose[@]}" || status=1
  swift format lint --strict --parallel "${files[@]}" || status=1
  ((status == 0)) || exit "$status"
  printf 'lint: nothing to say about %d files\n' "${#prose[@]}"
else
  scripts/prose.py format "${prose[@]}"
  swift format --in-place --parallel "${files[@]}"
  printf 'format: went through %d files\n' "${#prose[@]}"
fi
