#!/usr/bin/env bash
# Counts the warnings of compilers in logs of builds, and prints the first ten; exit code 1 if there
# are any. Counts only files of this repository, without dependencies and generated files below
# .build*, and each warning once, however often its file was compiled.
#
#   warnings.sh LOG…
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mapfile -t warnings < <(
  # Without the colours of a terminal.
  sed -E $'s/\e\\[[0-9;]*m//g' "$@" | awk -v root="$root/" '
    index($0, root) == 1 && / warning: / {
      place = substr($0, length(root) + 1)
      if (place ~ /^[^:]+:[0-9]+(:[0-9]+)?: warning: / && place !~ /(^|\/)\.build[^\/]*\//) print place
    }
  ' | sort -u
)
((${#warnings[@]} > 0)) || exit 0
printf '%s\n' "${warnings[@]:0:10}"
printf 'warnings: %d in files of this repository\n' "${#warnings[@]}"
exit 1
