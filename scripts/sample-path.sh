#!/usr/bin/env bash
# Records a program, and writes the output of `signpost path` and `signpost blame` into
# Documentation/CriticalPath.md and Documentation/Blame.md, below each line
# <!-- output: signpost COMMAND my-recording OPTIONS -->. Build first: swift build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

binaries=$(swift build --show-bin-path)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$binaries/signpost" record --quiet --state-diffs --output "$scratch/my-recording" --subbuf-size 4M -- \
  "$binaries/ScenarioRunner" causes > /dev/null 2>&1

# As on a terminal of 96 columns.
output_of() {
  NO_COLOR=1 COLUMNS=96 script --quiet --return --command "cd '$scratch' && '$binaries/'$*" /dev/null \
    < /dev/null | tr -d '\r'
}

for document in Documentation/CriticalPath.md Documentation/Blame.md; do
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line =~ ^'<!-- output: '(signpost (path|blame) .*)' -->'$ ]] || continue
    printf '```\n'
    output_of "${BASH_REMATCH[1]}" > "$scratch/output"
    [[ -s $scratch/output ]] || { echo "${BASH_REMATCH[1]} prints nothing" >&2; exit 1; }
    cat "$scratch/output"
    printf '```\n'
    # Instead of the block that is there.
    IFS= read -r line
    while IFS= read -r line && [[ $line != '```' ]]; do :; done
  done < "$document" > "$scratch/document"
  cat "$scratch/document" > "$document"
done
