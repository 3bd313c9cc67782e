#!/usr/bin/env bash
# Packs the command signpost for machines without Swift: the products of `make release`, with the
# manual and the completions of shells.
#
#   package.sh deb DIRECTORY        signpost_<version>_<architecture>.deb
#   package.sh tarball DIRECTORY    signpost-<version>-linux-<machine>.tar.xz
#   package.sh sbom DIRECTORY       signpost-<version>.spdx.json: what the command is made of
#
# The same build gives the same bytes: files have the time of the commit, or SOURCE_DATE_EPOCH.
set -euo pipefail
umask 022
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
stage=${SIGNPOST_STAGE:-$root/.build-install/stage}

stop() {
  printf 'package: %s\n' "$1" >&2
  exit "${2:-73}"
}

kind=${1:-}
output=${2:-}
[[ $kind =~ ^(deb|tarball|sbom)$ && -n $output ]] || stop 'package.sh deb|tarball|sbom DIRECTORY' 64
[[ -x $stage/bin/signpost ]] || stop 'there is nothing to pack: run make release' 66
mkdir -p "$output" || stop "$output cannot be made"
output=$(cd "$output" && pwd)

maintainer="The project's authors <maintainers@users.noreply.github.com>"
version=$(sed -n 's/.*text: StaticString = "\(.*\)"/\1/p' "$root/Sources/Support/Schema/LibraryVersion.swift")
[[ -n $version ]] || stop 'LibraryVersion.swift has no version' 70
epoch=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2> /dev/null || date +%s)}
export SOURCE_DATE_EPOCH=$epoch
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# finish NAME: puts a complete file in its place at once.
finish() {
  mv "$scratch/$1" "$output/.$1.new"
  mv -f "$output/.$1.new" "$output/$1"
  printf '%s\n' "$output/$1"
}

# clock DIRECTORY: gives all files the time of the commit.
clock() { find "$1" -depth -exec touch --no-dereference --date="@$epoch" {} +; }

# unit FILE COMMAND: a unit of systemd, which runs the command at that path.
unit() { sed "s|^ExecStart=/usr/local/bin/signpost |ExecStart=$2 |" "$1"; }

# documents DIRECTORY COMMAND: the services, which run the command at that path, and the licence.
documents() {
  local target=$1 command=$2 service
  mkdir -p "$target/examples"
  for service in "$root"/Documentation/Services/*.service; do
    unit "$service" "$command" > "$target/examples/${service##*/}"
  done
  cp "$root/LICENSE" "$target/copyright"
}

make_deb() {
  local architecture name tree=$scratch/tree documents=$scratch/tree/usr/share/doc/signpost depends
  architecture=$(dpkg --print-architecture) || stop 'dpkg is missing: apt-get install dpkg' 69
  command -v dpkg-shlibdeps > /dev/null || stop 'dpkg-shlibdeps is missing: apt-get install dpkg-dev' 69
  name=signpost_${version}_$architecture.deb
  mkdir -p "$tree/usr/share" "$tree/DEBIAN" "$scratch/debian"
  cp -R "$stage/bin" "$tree/usr/bin"
  cp -R "$stage/share/man" "$stage/share/bash-completion" "$stage/share/fish" "$tree/usr/share/"
  # Debian's zsh looks for completions of packages here.
  mkdir -p "$tree/usr/share/zsh/vendor-completions"
  cp "$stage/share/zsh/site-functions/_signpost" "$tree/usr/share/zsh/vendor-completions/"
  documents "$documents" /usr/bin/signpost
  # A template: nothing runs until an instance of it is started or enabled.
  mkdir -p "$tree/usr/lib/systemd/system"
  mv "$documents/examples/signpost-recorder@.service" "$tree/usr/lib/systemd/system/"
  sed -i 's|^# LTTng was restarted\. .*|# LTTng was restarted. my-server is the name of the program:|' \
    "$tree/usr/lib/systemd/system/signpost-recorder@.service"
  gzip --best --no-name < "$root/CHANGELOG.md" > "$documents/CHANGELOG.md.gz"
  gzip --best --no-name > "$documents/changelog.gz" << CHANGELOG
signpost ($version) unstable; urgency=medium

  * The changes of this version are in CHANGELOG.md.gz.

 -- $maintainer  $(date --utc --rfc-email --date="@$epoch")
CHANGELOG
  # A file to be read by a shell, not to be run.
  sed -i '/^#!/d' "$tree/usr/share/bash-completion/completions/signpost"
  mkdir -p "$tree/usr/share/lintian/overrides"
  cat > "$tree/usr/share/lintian/overrides/signpost" << 'OVERRIDES'
# Swift's runtime is not in Debian, and is linked statically so that no machine needs it.
signpost: embedded-library *
# The package is not submitted to Debian.
signpost: initial-upload-closes-no-bugs
OVERRIDES
  find "$tree/usr/share/man" -name '*.1' -exec gzip --best --no-name {} +
  printf 'Source: signpost\n\nPackage: signpost\nArchitecture: any\n' > "$scratch/debian/control"
  depends=$(cd "$scratch" && dpkg-shlibdeps --ignore-missing-info -O "$tree/usr/bin/signpost" 2> /dev/null)
  [[ $depends == shlibs:Depends=* ]] || stop 'dpkg-shlibdeps finds no libraries of the command' 70
  cat > "$tree/DEBIAN/control" << CONTROL
Package: signpost
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du --summarize --apparent-size --block-size=1024 "$tree/usr" | cut -f1)
Depends: ${depends#*=}, lttng-tools (>= 2.13), liblttng-ust1 | liblttng-ust1t64
Recommends: libbabeltrace2-0, libsqlite3-0, linux-perf
Section: devel
Priority: optional
Description: record and explain Swift programs of The Composable Architecture
 Records every action, effect and observer of a program that is written with
 The Composable Architecture for Linux, in an LTTng trace; says where the time
 went and which mistakes cost it; compares recordings, exports them for
 Perfetto, SQLite and OpenTelemetry, and turns them into tests.
CONTROL
  (cd "$tree" && find usr -type f -printf '%P\n' | sed 's|^|usr/|' | LC_ALL=C sort \
    | xargs md5sum) > "$tree/DEBIAN/md5sums"
  clock "$tree"
  dpkg-deb --root-owner-group --uniform-compression -Zxz --build "$tree" "$scratch/$name" > /dev/null
  finish "$name"
}

make_tarball() {
  local name
  name=signpost-$version-linux-$(uname -m)
  mkdir -p "$scratch/$name"
  cp -R "$stage/bin" "$stage/share" "$scratch/$name/"
  # To be unpacked below /usr/local.
  documents "$scratch/$name/share/doc/signpost" /usr/local/bin/signpost
  cp "$root/CHANGELOG.md" "$scratch/$name/share/doc/signpost/"
  clock "$scratch/$name"
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" \
    --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime \
    --directory "$scratch" "$name" | xz --threads=1 > "$scratch/$name.tar.xz"
  finish "$name.tar.xz"
}

# A bill of materials: https://spdx.github.io/spdx-spec/v2.3/
make_sbom() {
  local name=signpost-$version.spdx.json resolved=$root/Package.resolved
  [[ -f $resolved ]] || stop 'Package.resolved is missing: run make release' 66
  # A build without the tools leaves a shorter list, which SwiftPM does not complete.
  if ! grep -q '"swift-argument-parser"' "$resolved"; then
    rm "$resolved"
    env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS \
      swift package --package-path "$root" resolve > "$scratch/log" 2>&1 || {
      cat "$scratch/log" >&2
      stop 'the packages that the command is made of cannot be resolved' 70
    }
  fi
  local swift
  swift=$(swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
  python3 - "$version" "$epoch" "$resolved" "$stage/bin/signpost" "$swift" \
    > "$scratch/$name" << 'PYTHON'
import datetime
import hashlib
import json
import sys
import uuid

version, epoch, resolved, command, swift = sys.argv[1:]
with open(resolved) as file:
    pins = json.load(file)["pins"]
with open(command, "rb") as file:
    digest = hashlib.sha256(file.read()).hexdigest()
created = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)


def package(identity, version, location, licence="NOASSERTION", **more):
    return {
        "SPDXID": "SPDXRef-" + identity,
        "name": identity,
        "versionInfo": version,
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


packages = [
    package(
        "signpost", version, "NOASSERTION", "MIT",
        checksums=[{"algorithm": "SHA256", "checksumValue": digest}],
    )
]
if swift:
    # Its runtime, which is linked statically, and Foundation.
    location = f"git+https://github.com/swiftlang/swift@swift-{swift}-RELEASE"
    packages.append(package("swift", swift, location, "Apache-2.0 WITH Swift-exception"))
for pin in sorted(pins, key=lambda pin: pin["identity"]):
    state = pin["state"]
    packages.append(
        package(
            pin["identity"],
            state.get("version") or state["revision"],
            f"git+{pin['location']}@{state['revision']}",
        )
    )
json.dump(
    {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"signpost-{version}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, version + digest)}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: scripts/package.sh"],
        },
        "packages": packages,
        "relationships": [
            {
                "spdxElementId": "SPDXRef-DOCUMENT",
                "relationshipType": "DESCRIBES",
                "relatedSpdxElement": "SPDXRef-signpost",
            }
        ]
        + [
            {
                "spdxElementId": "SPDXRef-signpost",
                "relationshipType": "DEPENDS_ON",
                "relatedSpdxElement": other["SPDXID"],
            }
            for other in packages[1:]
        ],
    },
    sys.stdout,
    indent=2,
)
print()
PYTHON
  finish "$name"
}

"make_$kind"
