#!/usr/bin/env bash
# Builds clients that depend on a tagged version of this package by the URL of a bare repository,
# made from the files of the working tree. They have to build without warnings, run, and fetch only
# what their products need.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  printf 'failed: %s\n' "$1" >&2
  exit 1
}

version=$(sed -n 's/.*text: StaticString = "\(.*\)"/\1/p' "$root/Sources/Support/Schema/LibraryVersion.swift")
tree=$scratch/tree
mkdir "$tree"
(cd "$root" && git ls-files -z --cached --others --exclude-standard \
  | xargs -0 sh -c 'for file; do [ ! -f "$file" ] || printf "%s\0" "$file"; done' sh \
  | tar --create --null --files-from=- | tar --extract --directory "$tree")
git=(git -C "$tree" -c user.name=Test -c user.email=test@example.org)
"${git[@]}" init --quiet
"${git[@]}" add --all
"${git[@]}" commit --quiet --message "Release: $version"
"${git[@]}" tag --annotate "$version" --message "Version $version"
git clone --quiet --bare "$tree" "$scratch/composable-signpost.git"
rm -rf "$tree"

# client NAME TRAITS PRODUCTS PACKAGES: builds and runs a client; its source is standard input.
client() {
  local name=$1 traits=$2 products=$3 packages=$4 product dependencies=
  local directory=$scratch/$name log=$scratch/$name.log
  mkdir -p "$directory/Sources/Client"
  for product in $products; do
    dependencies+=".product(name: \"$product\", package: \"composable-signpost\"), "
  done
  cat > "$directory/Sources/Client/main.swift"
  cat > "$directory/Package.swift" << MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "$name",
  dependencies: [
    .package(url: "file://$scratch/composable-signpost.git", from: "$version", traits: [$traits])
  ],
  targets: [.executableTarget(name: "Client", dependencies: [$dependencies])])
MANIFEST
  env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS \
    swift build --package-path "$directory" > "$log" 2>&1 || { cat "$log" >&2; fail "$name does not build"; }
  # Except for SwiftPM's warnings about files of the packages that this one depends on.
  ! grep 'warning:' "$log" | grep -v "^warning: 'swift-" >&2 || fail "$name builds with warnings"
  found=$(cd "$directory/.build/checkouts" && printf '%s\n' * | grep -v '^composable-signpost' | sort | paste -sd ' ')
  [[ $found == "$packages" ]] || fail "$name fetches: $found; expected: $packages"
  [[ $("$directory/.build/debug/Client") == 'count 1' ]] || fail "$name prints something else"
  printf '%s: fetches %s\n' "$name" "$packages"
}

client core '' ComposableCore 'swift-collections swift-custom-dump xctest-dynamic-overlay' << 'SWIFT'
import ComposableCore

let store = Store(initialState: 0) {
  Reduce<Int, Bool> { state, action in
    state += action ? 1 : -1
    return .none
  }
}
store.send(true)
print("count \(store.withState { $0 })")
SWIFT

client tracing '"Tracing"' 'ComposableCore Signpost' "$(
  printf '%s\n' swift-collections swift-custom-dump swift-distributed-tracing swift-log \
    swift-metrics xctest-dynamic-overlay | paste -sd ' '
)" << 'SWIFT'
import ComposableCore
import Signpost

let store = Store(initialState: 0) {
  Reduce<Int, Bool> { state, action in
    state += action ? 1 : -1
    return .none
  }
  .signpost("client")
}
store.send(true)
print("count \(store.withState { $0 })")
SWIFT
# The original's traits stand for all libraries, and enable none of the commands' dependencies.
client migrating '"ComposableArchitecture2Deprecations"' 'ComposableArchitecture' "$(
  printf '%s\n' swift-collections swift-custom-dump swift-distributed-tracing swift-log \
    swift-metrics swift-syntax xctest-dynamic-overlay | paste -sd ' '
)" << 'SWIFT'
import ComposableArchitecture

@Reducer
struct Counter {
  @ObservableState
  struct State { var count = 0 }
  enum Action { case increment }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
let store = Store(initialState: Counter.State()) { Counter() }
store.send(.increment)
print("count \(store.count)")
SWIFT
printf 'Test run with 3 tests passed\n'
