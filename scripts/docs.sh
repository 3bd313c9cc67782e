#!/usr/bin/env bash
# Builds the documentation of ComposableCore as a static web site in .build-docs/site, and fails if
# a link in it leads nowhere.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
graphs=.build-docs/symbol-graphs
log=.build-docs/docc.log

swift build --target ComposableCore
products=$(swift build --show-bin-path)
maps=()
while IFS= read -r map; do
  maps+=(-Xcc "-fmodule-map-file=$map")
done < <(find "$products" -maxdepth 2 -name module.modulemap)
rm -rf "$graphs"
mkdir -p "$graphs"
swift-symbolgraph-extract -module-name ComposableCore -I "$products/Modules" "${maps[@]}" \
  -target "$(swiftc -print-target-info | sed -nE 's/^ *"triple": "([^"]+)".*/\1/p' | head -n 1)" \
  -output-dir "$graphs" -minimum-access-level public

rm -rf .build-docs/site
docc convert Sources/Core/Documentation.docc --fallback-display-name ComposableCore \
  --fallback-bundle-identifier ComposableCore --additional-symbol-graph-dir "$graphs" \
  --transform-for-static-hosting --output-dir .build-docs/site --ide-console-output > "$log" 2>&1 ||
  { cat "$log" >&2; exit 1; }

# Documentation of re-exported modules links to articles that are not here, and the parameters for
# source locations are not documented.
if grep -v -e /checkouts/ -e 'is missing documentation' "$log" | grep -e warning: -e error: >&2; then
  exit 1
fi
printf 'the documentation is in .build-docs/site\n'
