#!/usr/bin/env bash
# Builds the documentation as a static web site in .build-docs/site: the documents of the repository
# as articles, the reference of every public product, and the page of a recording. Fails if a link
# leads nowhere. Readers search titles in the list beside a page, and with the key /.
#
#   docs.sh [BASE-PATH]    for a site below a path of its host, such as /composable-signpost
#
# Each version has a directory of the site, named after the tag of the commit, or main without one.
# The directories of other versions stay, and the first page lists all. PAGE names a page that
# `signpost export --format html` has written; without it, the example Counter is recorded.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(git describe --tags --exact-match --match '[0-9]*' 2> /dev/null || echo main)
base=${1:-}
base=${base%/}/$version
name=composable-signpost
output=.build-docs
sites=$output/site
site=$sites/$version
page=${PAGE:+$(realpath "$PAGE")}
logs=$output/logs

mkdir -p "$sites"
find "$output" -mindepth 1 -maxdepth 1 ! -name site -exec rm -rf {} +
rm -rf "$site"
mkdir -p "$logs" "$output/modules"

# build OPTIONS…: shows the output only if the build fails.
build() {
  swift build "$@" > "$logs/build" 2>&1 || { cat "$logs/build" >&2; exit 1; }
}

# Together these have every module that the reference describes. The macros are declarations, whose
# plug-in is not needed.
printf 'Building the modules …\n'
build --target SignpostTestSupport
build --target TraceComparison
build --target TraceExport
build --target BenchSuites
products=$(swift build --show-bin-path)
target=$(swiftc -print-target-info | sed -nE 's/^ *"triple": "([^"]+)".*/\1/p' | head -n 1)
options=(-target "$target" -I "$products/Modules")
while IFS= read -r map; do
  options+=(-Xcc "-fmodule-map-file=$map")
done < <(
  find "$products/" -maxdepth 2 -name module.modulemap
  find .build/checkouts Sources -path '*nclude/*' -name module.modulemap ! -path '*/Tests/*'
  printf '%s\n' Sources/Support/Libraries/Zlib/module.modulemap
)
swiftc -emit-module -o "$output/modules/ComposableArchitecture.swiftmodule" -suppress-warnings \
  -module-name ComposableArchitecture -swift-version 6 "${options[@]}" \
  Sources/Architecture/ComposableArchitecture/*.swift

printf 'Compiling the examples of comments …\n'
scripts/docs.py examples "$output/examples"
swiftc -typecheck -suppress-warnings -swift-version 6 "${options[@]}" "$output"/examples/*.swift

exported=(
  ComposableClocks ComposableCombineSchedulers ComposableConcurrencyExtras ComposableDependencies
  Durations TextTables TraceSchema
)

# graph MODULE: its public symbols, and those that it exports of modules that are no products.
graph() {
  mkdir -p "$output/graphs/$1"
  swift-symbolgraph-extract -module-name "$1" -I "$output/modules" "${options[@]}" \
    -output-dir "$output/graphs/$1" -minimum-access-level public -skip-inherited-docs \
    -emit-extension-block-symbols \
    -experimental-allowed-reexported-modules="$(IFS=, && echo "${exported[*]}")"
}

# All documents are converted before a dead link ends the build, so that one run shows them all.
are_complete=true

# convert NAME CATALOGUE DEPENDENCIES OPTIONS…: an archive, which may link to those before it.
convert() {
  local archive=$1 catalogue=$2 options=() dependency
  for dependency in $3; do options+=(--dependency "$output/$dependency.doccarchive"); done
  options+=(--hosting-base-path "$base")
  docc convert "$catalogue" --fallback-display-name "$archive" \
    --fallback-bundle-identifier "$archive" "${options[@]}" "${@:4}" \
    --enable-experimental-external-link-support --transform-for-static-hosting \
    --output-path "$output/$archive.doccarchive" --ide-console-output > "$logs/$archive" 2>&1 ||
    { cat "$logs/$archive" >&2; exit 1; }
  # Comments of other packages link to articles that are not here, and the parameters for source
  # locations are not documented.
  if grep -E '(warning|error): ' "$logs/$archive" |
    grep -v -e /checkouts/ -e 'is missing documentation' >&2; then
    are_complete=false
  fi
}

# module NAME DIRECTORY DEPENDENCIES
module() {
  printf 'Converting %s …\n' "$1"
  graph "$1"
  convert "$1" "Sources/$2/Documentation.docc" "$3" --additional-symbol-graph-dir "$output/graphs/$1"
}

module ComposableCore Core ''
modules=(
  'ComposableArchitecture Architecture/ComposableArchitecture ComposableCore'
  'ComposableCoreTestSupport TestSupport/Core ComposableCore'
  'Signpost Signpost ComposableCore'
  'SignpostTestSupport TestSupport/Signpost ComposableCore Signpost'
  'TraceAnalysis Trace/Analysis '
  'TraceComparison Trace/Comparison TraceAnalysis'
  'TraceExport Trace/Export TraceAnalysis'
  'BenchSuites Bench/Suites '
)
archives=(ComposableCore)
for line in "${modules[@]}"; do
  read -r archive directory dependencies <<< "$line"
  module "$archive" "$directory" "$dependencies"
  archives+=("$archive")
done

printf 'Converting the documents …\n'
scripts/docs.py articles "$output/$name.docc" "$base"
convert "$name" "$output/$name.docc" "${archives[*]}"

$are_complete || { printf 'docs: the links above lead nowhere\n' >&2; exit 1; }

# The documents are last: the navigator of a module looks for it from the first archive on, and the
# links of the documents to modules have the same addresses.
paths=()
for archive in "${archives[@]}" "$name"; do paths+=("$output/$archive.doccarchive"); done
docc merge "${paths[@]}" \
  --synthesized-landing-page-name "$name" --synthesized-landing-page-kind Package \
  --output-path "$site"
# The site begins with its own first page, wherever it is hosted.
printf '<!doctype html><meta charset="utf-8"><title>%s</title>%s<a href="%s">%s</a>\n' "$name" \
  "<meta http-equiv=\"refresh\" content=\"0; url=documentation/$name/\">" "documentation/$name/" "$name" \
  > "$site/index.html"
if [[ -z $page ]]; then
  printf 'Recording the example, for a page of the site …\n'
  scripts/demo.sh "$output/demo" > "$logs/demo" 2>&1 || { cat "$logs/demo" >&2; exit 1; }
  page=$(echo "$output"/demo/*/trace.html)
fi
cp "$page" "$site/recording.html"
scripts/docs.py check "$site" "$base"
scripts/docs.py versions "$sites"
printf 'The documentation is in %s. Show it: python3 -m http.server --directory %s\n' "$site" "$sites"
