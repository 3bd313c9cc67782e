#!/usr/bin/env bash
# Formats the Swift files of the repository, or checks that they are formatted.
#
#   format.sh           formats them in place
#   format.sh --lint    changes nothing; fails if there is anything to say about them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Everything but what builds bring along, such as the sources of dependencies.
mapfile -d '' -t files < <(find . -name '.?*' -prune -o -type f -name '*.swift' -print0)
if [[ ${1:-} == --lint ]]; then
  swift format lint --strict --parallel "${files[@]}"
  printf 'lint: nothing to say about %d files\n' "${#files[@]}"
else
  swift format --in-place --parallel "${files[@]}"
  printf 'format: went through %d files\n' "${#files[@]}"
fi
