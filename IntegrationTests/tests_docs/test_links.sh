#!/usr/bin/env bash
# The site of the documentation is built; every document and every product has its page, and no link
# leads nowhere. A link that does ends the build with its place.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
cd "$repository"

scripts/docs.sh > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "the site is not built"; }
has_line '^docs: [0-9]* pages, ' "$scratch/log" || fail "its pages were not verified"
for page in composable-signpost/recording composablecore/testing signpost/composablecore/reducer \
  signposttestsupport/replay benchsuites/suite; do
  [[ -s .build-docs/site/documentation/$page/index.html ]] || fail "no page $page"
done

# A document with a link that leads nowhere, beside all others.
mkdir "$scratch/copy"
ln -s "$repository"/* "$repository/.github" "$scratch/copy"
rm "$scratch/copy/Documentation" "$scratch/copy/scripts"
cp -r Documentation scripts "$scratch/copy"
for link in 'Nowhere.md' 'Recording.md#no-such-heading'; do
  printf 'See [there](%s).\n' "$link" > "$scratch/copy/Documentation/Dead.md"
  ! "$scratch/copy/scripts/docs.py" articles "$scratch/catalogue" 2> "$scratch/errors" ||
    fail "the link to $link is accepted"
  has_line "^docs: Documentation/Dead.md: links to $link" "$scratch/errors" ||
    fail "the link to $link is reported as: $(cat "$scratch/errors")"
done
