#!/usr/bin/env bash
# The first page of the documentation's site lists its versions: the latest release first, and
# directories that are no site are left out.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

for version in 0.9.0 main 0.10.0; do
  mkdir -p "$scratch/site/$version"
  touch "$scratch/site/$version/index.html"
done
mkdir "$scratch/site/unfinished"
"$repository/scripts/docs.py" versions "$scratch/site"
expect_equal "versions on the first page" "0.10.0/ 0.9.0/ main/" \
  "$(sed -n 's/.*href="\([^"]*\)".*/\1/p' "$scratch/site/index.html" | paste -sd ' ')"
