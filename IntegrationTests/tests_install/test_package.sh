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
# The template is where systemd looks for units, and nothing enables it.
units=usr/lib/systemd/system
expect_equal "units of the package" "signpost-recorder@.service" "$(ls "$scratch/unpacked/$units")"
has_line '^# .*Copy it' "$scratch/unpacked/$units/signpost-recorder@.service" \
  && fail "the unit in its place has to be copied"
[[ ! -e $scratch/unpacked/etc ]] || fail "the package enables something"
for service in "$scratch/unpacked"/usr/share/doc/signpost/examples/*.service \
  "$scratch/unpacked/$units"/*.service; do
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

# The action installs the package, with a package manager that only unpacks it: from a path, and
# from an address.
mkdir "$scratch/bin"
cat > "$scratch/bin/apt-get" << END
#!/bin/sh
for file; do :; done
[ "\$1" = update ] || dpkg-deb --extract "\$file" "$scratch/installed"
END
printf '#!/bin/sh\nexec "$@"\n' > "$scratch/bin/sudo"
chmod +x "$scratch/bin"/*
python3 -u -m http.server --bind 127.0.0.1 --directory "$scratch/one" 0 > "$scratch/server.log" 2>&1 &
background_pids+=($!)
wait_until "the server" has_line ' port [0-9]' "$scratch/server.log"
port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$scratch/server.log")
for package in "$deb" "http://127.0.0.1:$port/${deb##*/}"; do
  rm -rf "$scratch/installed"
  PATH="$scratch/bin:$scratch/installed/usr/bin:$PATH" SIGNPOST_PACKAGE=$package no_proxy=127.0.0.1 \
    "$repository/scripts/action.sh" install > "$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
  expect_equal "version after the installation of $package" "$("$signpost" --version)" "$(cat "$scratch/log")"
  [[ -x $scratch/installed/usr/bin/signpost ]] || fail "$package was not installed"
done
status=0
SIGNPOST_PACKAGE=$scratch/none.deb "$repository/scripts/action.sh" install 2> "$scratch/errors" || status=$?
expect_equal "status without a package" 66 "$status"

# The image is made from the tarball: its steps about files, in a directory instead of an image.
image=$scratch/image
# The name of a directory ends with a pattern.
# shellcheck disable=SC2016,SC2086
while read -r instruction arguments; do
  read -ra words <<< "$arguments"
  case "$instruction ${words[0]:-}" in
    'ADD ${TARBALL}')
      mkdir -p "$image${words[1]}"
      tar --extract --directory "$image${words[1]}" \
        --file "$scratch/one/signpost-$version-linux-$(uname -m).tar.xz"
      ;;
    'RUN mv') mv "$image"${words[1]} "$image${words[2]}" ;;
    'COPY --from=unpacked')
      mkdir -p "$image${words[2]}"
      cp -R "$image${words[1]}/." "$image${words[2]}"
      ;;
  esac
done < "$repository/Documentation/Services/Containerfile"
expect_equal "version in the image" "$("$signpost" --version)" "$("$image/usr/local/bin/signpost" --version)"

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

# The source has the version, and so does each line of the documents that users copy.
rm "$scratch/clone/new"
(cd "$scratch/clone" && scripts/release.sh --set-version 9.8.7) > "$scratch/log" 2>&1 \
  || fail "the version cannot be set: $(cat "$scratch/log")"
expect_equal "places of the earlier version" "" \
  "$(git -C "$scratch/clone" grep -nF "$version" -- '*.md' Sources/Support/Schema ':!CHANGELOG.md' || true)"
has_line 'signpost_9\.8\.7_amd64\.deb' "$scratch/clone/Documentation/Services.md" \
  || fail "Services.md names no package of the new version"
