#!/usr/bin/env bash
# The documentation builds, no link in it leads nowhere, and its articles are there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/docs.sh
for article in Sources/Core/Documentation.docc/Articles/*.md; do
  name=$(basename "$article" .md | tr '[:upper:]' '[:lower:]')
  [[ -s .build-docs/site/data/documentation/composablecore/$name.json ]] ||
    { printf 'no page was made of %s\n' "$article" >&2; exit 1; }
done
