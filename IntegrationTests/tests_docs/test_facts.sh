#!/usr/bin/env bash
# Files, tests, options, folders, versions and declarations that documents name exist; a document
# that names others is reported.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
facts=$repository/scripts/facts.py

"$facts" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "a document is wrong"; }

# A repository of the same files, whose documents are copies.
copy=$scratch/copy
mkdir "$copy"
ln -s "$repository"/{Sources,Tests,Examples,IntegrationTests,scripts,.github,Package.swift} "$copy"
cp -r "$repository"/{Documentation,Benchmarks,*.md} "$copy"
"$facts" "$copy" > "$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "the copy is reported"; }

# reports DOCUMENT SED-COMMAND MESSAGE: the document after this change.
reports() {
  cp "$copy/$1" "$scratch/original"
  sed -i "$2" "$copy/$1"
  cmp -s "$copy/$1" "$scratch/original" && fail "“$2” changes nothing in $1"
  ! "$facts" "$copy" 2> "$scratch/log" || fail "accepted: $2"
  expect_equal "the report of “$2”" "facts: $3" "$(cat "$scratch/log")"
  cp "$scratch/original" "$copy/$1"
}
page=Documentation/Page.md
reports $page '$a See `scripts/none.sh`.' "$page: scripts/none.sh does not exist"
reports $page '$a See `tests_page/test_none`.' "$page: there is no test tests_page/test_none"
reports $page '$a See `CoreTests/NoSuchTests`.' "$page: there are no tests CoreTests/NoSuchTests"
reports $page '$a Use `--no-such-option`.' "$page: no program has the option --no-such-option"
reports $page '$a \    signpost view --rotate 10min' "$page: signpost view has no option --rotate"
reports Documentation/Engine.md '$a See `NoSuchType`.' \
  "Documentation/Engine.md: there is no NoSuchType in the code"
reports STABILITY.md 's/with glibc, Swift [0-9.]*[0-9]/& or later/' \
  "STABILITY.md: claims Swift $(
    sed -n 's/.*image: swift:\([0-9.]*\).*/\1/p' "$repository/.github/workflows/ci.yml" | sort -u
  ) or later; CI runs one version"
version=$(sed -n 's/.*text: StaticString = "\(.*\)"/\1/p' \
  "$repository/Sources/Support/Schema/LibraryVersion.swift")
reports Documentation/Services.md "s/signpost_$version/signpost_0.0.1/" \
  "Documentation/Services.md: names version 0.0.1; the library has $version"
reports Documentation/Products.md "s/from: \"$version\"/from: \"0.0.1\"/" \
  "Documentation/Products.md: names version 0.0.1; the library has $version"
reports README.md 's/tools version [0-9.]*[0-9]/tools version 5.9/' \
  "README.md: names tools version 5.9; Package.swift has $(
    sed -n 's,^// swift-tools-version: ,,p' "$repository/Package.swift")"
reports CHANGELOG.md "/Trace schema $schema_version:/d" \
  "CHANGELOG.md: lacks version $schema_version of the trace schema"
reports README.md 's/CI runs Swift [0-9.]*/CI runs Swift 1.0/' \
  "README.md: does not name the version of Swift that CI runs, $(
    sed -n 's/.*image: swift:\([0-9.]*\).*/\1/p' "$repository/.github/workflows/ci.yml" | sort -u)"
reports README.md '/^| `Core`/s/`Core`/`Heart`/' \
  "README.md: the table names Core 0 times, not once
facts: README.md: the table names Heart, which does not exist"
reports CONTRIBUTING.md '/^| `Sources\/Support`/d' \
  "CONTRIBUTING.md: the table names Sources/Support 0 times, not once"
reports CONTRIBUTING.md '/^| `Support\/Text`/d' \
  "CONTRIBUTING.md: the table names Support/Text 0 times, not once"
reports CONTRIBUTING.md '/^  Signpost --> Core$/d' \
  "CONTRIBUTING.md: the picture lacks Signpost --> Core, which Package.swift has"
reports CONTRIBUTING.md 's/^  Signpost --> Core$/&\n  Core --> Signpost/' \
  "CONTRIBUTING.md: the picture has Core --> Signpost, which Package.swift lacks"
