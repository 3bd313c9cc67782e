# The packages: the same build gives the same bytes, they have the files of `make release` in the
# places of their kind, lintian finds nothing, and the command in them runs where it is unpacked.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"
export SIGNPOST_STAGE=$scratch/stage SOURCE_DATE_EPOCH=1700000000
"$repository/scripts/install.sh" stage "$signpost"
version=$("$signpost" --version | awk '/^signpost / { print $2 }')
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "the version is '$version'"
pack() { "$repository/scripts/package.sh" "$@"; }

for kind in deb tarball; do
  pack "$kind" "$scratch/one" > "$scratch/path"
  # With files of another time and another mask.
  find "$scratch/stage" -exec touch {} +
  (umask 077 && pack "$kind" "$scratch/another" > /dev/null)
  file=$(basename "$(cat "$scratch/path")")
  cmp "$scratch/one/$file" "$scratch/another/$file" || fail "$file differs between two runs"
done
expect_equal "files of a run" "$(printf '%s\n' "signpost-$version-linux-$(uname -m).tar.xz" \
  "signpost_${version}_$(dpkg --print-architecture).deb" | sort)" "$(ls "$scratch/one")"

deb=$scratch/one/signpost_${version}_$(dpkg --print-architecture).deb
expect_equal "version of the package" "$version" "$(dpkg-deb --field "$deb" Version)"
dpkg-deb --field "$deb" Depends > "$scratch/depends"
for package in libc6 lttng-tools liblttng-ust1; do
  has_line "\b$package\b" "$scratch/depends" || fail "the package does not depend on $package"
done
dpkg-deb --extract "$deb" "$scratch/unpacked"
expect_equal "version in the package" "$("$signpost" --version)" "$("$scratch/unpacked/usr/bin/signpost" --version)"
for file in man/man1/signpost-record.1.gz bash-completion/completions/signpost \
  zsh/vendor-completions/_signpost fish/vendor_completions.d/signpost.fish \
  doc/signpost/copyright doc/signpost/CHANGELOG.md.gz doc/signpost/examples/my-server.service; do
  [[ -s $scratch/unpacked/usr/share/$file ]] || fail "$file is missing in the package"
done
for service in "$scratch/unpacked"/usr/share/doc/signpost/examples/*.service; do
  executable=$(sed -n 's|^ExecStart=\(/[^ ]*\) .*|\1|p' "$service")
  [[ -n $executable && -x $scratch/unpacked$executable ]] \
    || fail "${service##*/} runs '$executable', which the package lacks"
done
dpkg-deb --control "$deb" "$scratch/control"
(cd "$scratch/unpacked" && md5sum --check --quiet "$scratch/control/md5sums") || fail "sums of files are wrong"
if command -v lintian > /dev/null; then
  # The command of this build, not of a release, finds Swift's libraries by a path.
  expect_equal "what lintian says" "" "$(lintian --allow-root --fail-on none "$deb" 2>&1 \
    | grep -E '^[EW]:' | grep -v custom-library-search-path || true)"
fi

tar --extract --directory "$scratch" --file "$scratch/one/signpost-$version-linux-$(uname -m).tar.xz"
expect_equal "version in the tarball" "$("$signpost" --version)" \
  "$("$scratch/signpost-$version-linux-$(uname -m)/bin/signpost" --version)"

pack sbom "$scratch/one" > /dev/null
python3 - "$scratch/one/signpost-$version.spdx.json" "$SIGNPOST_STAGE/bin/signpost" << 'PYTHON'
import hashlib
import json
import sys

with open(sys.argv[1]) as file:
    document = json.load(file)
packages = {package["name"]: package for package in document["packages"]}
with open(sys.argv[2], "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()
assert packages["signpost"]["checksums"][0]["checksumValue"] == digest
assert "swift-argument-parser" in packages and "swift" in packages, sorted(packages)
related = {relation["relatedSpdxElement"] for relation in document["relationships"]}
assert related == {package["SPDXID"] for package in document["packages"]}
PYTHON

# Nothing is left behind when there is nothing to pack.
status=0
SIGNPOST_STAGE=$scratch/none pack deb "$scratch/nothing" 2> "$scratch/errors" || status=$?
expect_equal "status without a build" 66 "$status"
has_line 'run make release' "$scratch/errors" || fail "$(cat "$scratch/errors")"
[[ ! -e $scratch/nothing ]] || fail "a directory was left"

# Releases: a refusal comes before any change.
git clone --quiet "$repository" "$scratch/clone" 2> /dev/null
refuse() {
  local status=0
  (cd "$scratch/clone" && scripts/release.sh "${@:2}" --without-tests) > /dev/null 2> "$scratch/errors" || status=$?
  expect_equal "status of release ${*:2}" "$1" "$status"
}
refuse 64 1.0
git -C "$scratch/clone" tag 9.0.0
refuse 65 8.0.0
has_line 'before the latest release, 9.0.0' "$scratch/errors" || fail "$(cat "$scratch/errors")"
refuse 65 9.0.0
touch "$scratch/clone/new"
refuse 65 9.1.0
expect_equal "tags after refusals" 9.0.0 "$(git -C "$scratch/clone" tag)"
