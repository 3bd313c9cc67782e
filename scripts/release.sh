#!/usr/bin/env bash
# Makes a release on this machine: the version in the source and the changelog, a commit, a tag, and
# the packages with their checksums. Pushes nothing.
#
#   release.sh VERSION [--without-tests]
#   release.sh --build DIRECTORY         only builds the packages of the current commit
#   release.sh --set-version VERSION     only writes the version into the source and the documents
#
# The command is built twice, one after the other in the same place, as the result depends on the
# place, and both have to be the same byte by byte. The results are in dist/VERSION. If a step
# fails, the earlier steps are undone.
set -euo pipefail
umask 022
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
source=Sources/Support/Schema/LibraryVersion.swift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

stop() {
  printf 'release: %s\n' "$1" >&2
  exit "${2:-70}"
}

# The place of the builds, also for a user who repeats one.
place=/tmp/signpost-release

# build_to DIRECTORY: `make release` in a clone, and its packages in a directory.
build_to() {
  local kind
  [[ ! -e $place ]] || stop "$place exists: another release is being built, or was interrupted" 73
  git clone --quiet --no-hardlinks "$root" "$place"
  git -C "$place" checkout --quiet --detach "$commit"
  make --silent -C "$place" release > "$scratch/log" 2>&1 \
    || { cat "$scratch/log" >&2; stop 'the command does not build'; }
  for kind in deb tarball sbom; do (cd "$place" && scripts/package.sh "$kind" "$1" > /dev/null); done
  rm -rf "$place"
}

# build DIRECTORY: builds twice, compares, and puts the packages in place.
build() {
  local directory=$1
  commit=$(git rev-parse HEAD)
  build_to "$scratch/one"
  build_to "$scratch/two"
  diff --recursive "$scratch/one" "$scratch/two" || stop 'two builds of the same commit differ'
  mkdir -p "$directory"
  cp "$scratch/one"/* "$directory/"
  (cd "$directory" && sha256sum signpost* > SHA256SUMS)
  printf 'Built twice with the same bytes:\n'
  (cd "$directory" && cat SHA256SUMS)
}

# set_version VERSION: the source has the version, and documents name it in lines to be copied.
set_version() {
  local old
  old=$(sed -n 's/.*text: StaticString = "\(.*\)"/\1/p' "$source")
  [[ -n $old ]] || stop "$source has no version"
  sed -i "s/text: StaticString = \".*\"/text: StaticString = \"$1\"/" "$source"
  git ls-files -z '*.md' | xargs -0 grep -lFZ "$old" -- | grep -zv '^CHANGELOG.md$' \
    | xargs -0 --no-run-if-empty sed -i -E \
      "/signpost|present version|release\.sh|dist\//s/(^|[^0-9.])${old//./\\.}($|[^0-9])/\1$1\2/g"
  scripts/facts.py || stop 'a document names another version'
}

if [[ ${1:-} == --set-version ]]; then
  [[ ${2:-} =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || stop 'release.sh --set-version VERSION' 64
  set_version "$2"
  exit
fi

if [[ ${1:-} == --build ]]; then
  [[ -n ${2:-} ]] || stop 'release.sh --build DIRECTORY' 64
  build "$2"
  exit
fi

version=${1:-}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || stop 'release.sh VERSION, such as 0.2.0' 64
[[ -z $(git status --porcelain) ]] || stop 'the working tree has changes: commit them, or take them back' 65
! git rev-parse --quiet --verify "refs/tags/$version" > /dev/null || stop "there is a tag $version already" 65
latest=$(git tag --list '[0-9]*' --sort=-version:refname | head -1)
[[ -z $latest || $(printf '%s\n%s\n' "$latest" "$version" | sort --version-sort | tail -1) == "$version" ]] \
  || stop "$version is before the latest release, $latest" 65
notes=$(awk '/^## Unreleased/ { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md)
[[ -n ${notes//[[:space:]]/} ]] || stop 'CHANGELOG.md has nothing below "## Unreleased"' 65

if [[ ${2:-} != --without-tests ]]; then
  scripts/test.sh || stop 'the tests fail'
fi

before=$(git rev-parse HEAD)
take_back() {
  git tag --delete "$version" > /dev/null 2>&1 || true
  git reset --quiet --hard "$before"
  rm -rf "$scratch"
}
trap take_back EXIT
set_version "$version"
sed -i "s/^## Unreleased$/## Unreleased\n\n## $version – $(date --utc +%F)/" CHANGELOG.md
git commit --quiet --all --message "Release: $version"
git tag --annotate "$version" --message "Version $version"
build "dist/$version"
trap 'rm -rf "$scratch"' EXIT
printf 'Tagged %s. To publish it: git push origin HEAD %s\n' "$version" "$version"
