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

clients=0
# client NAME TRAITS PRODUCTS PACKAGES [TEST PRODUCTS]: builds and runs a client; its source is
# standard input. TRAITS is an argument of the manifest. With TEST and products for it, the client
# has that file of tests, which have to pass.
client() {
  local name=$1 traits=$2 products=$3 packages=$4 test=${5:-} product dependencies='' targets=''
  local directory=$scratch/$name log=$scratch/$name.log
  mkdir -p "$directory/Sources/Client"
  for product in $products; do
    dependencies+=".product(name: \"$product\", package: \"composable-signpost\"), "
  done
  cat > "$directory/Sources/Client/main.swift"
  if [[ -n $test ]]; then
    mkdir -p "$directory/Tests/ClientTests"
    cp "$test" "$directory/Tests/ClientTests/ClientTests.swift"
    targets=', .testTarget(name: "ClientTests", dependencies: ["Client"'
    for product in $6; do
      targets+=", .product(name: \"$product\", package: \"composable-signpost\")"
    done
    targets+='])'
  fi
  cat > "$directory/Package.swift" << MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "$name",
  dependencies: [
    .package(url: "file://$scratch/composable-signpost.git", from: "$version"$traits)
  ],
  targets: [.executableTarget(name: "Client", dependencies: [$dependencies])$targets])
MANIFEST
  env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS \
    swift build --package-path "$directory" ${test:+--build-tests} > "$log" 2>&1 \
    || { cat "$log" >&2; fail "$name does not build"; }
  # Except for files in the packages that this one depends on, which their manifests do not name.
  ! grep 'warning:' "$log" \
    | grep -vE "^warning: 'swift-[a-z-]+': found [0-9]+ file\(s\) which are unhandled" >&2 \
    || fail "$name builds with warnings"
  found=$(cd "$directory/.build/checkouts" && printf '%s\n' * | grep -v '^composable-signpost' | sort | paste -sd ' ')
  [[ $found == "$packages" ]] || fail "$name fetches: $found; expected: $packages"
  [[ $("$directory/.build/debug/Client") == 'count 1' ]] || fail "$name prints something else"
  if [[ -n $test ]]; then
    env -u COMPOSABLE_WITHOUT_MACROS -u COMPOSABLE_WITHOUT_TOOLS \
      swift test --package-path "$directory" --skip-build > "$log" 2>&1 \
      || { cat "$log" >&2; fail "the tests of $name fail"; }
    grep -q 'Test run with [1-9]' "$log" || { cat "$log" >&2; fail "$name has no tests"; }
  fi
  clients=$((clients + 1))
  printf '%s: fetches %s\n' "$name" "$packages"
}

client core ', traits: []' ComposableCore 'swift-collections swift-custom-dump xctest-dynamic-overlay' << 'SWIFT'
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

client tracing ', traits: ["Tracing"]' 'ComposableCore Signpost' "$(
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
libraries=$(
  printf '%s\n' swift-collections swift-custom-dump swift-distributed-tracing swift-log \
    swift-metrics swift-syntax xctest-dynamic-overlay | paste -sd ' '
)
client migrating ', traits: ["ComposableArchitecture2Deprecations"]' 'ComposableArchitecture' \
  "$libraries" << 'SWIFT'
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

# The default traits, and the products for tests.
cat > "$scratch/ClientTests.swift" << 'SWIFT'
import ComposableArchitecture
import SignpostTestSupport
import Testing

@testable import Client

@MainActor
@Test func increment_changesTheCount() async {
  let recorder = SignpostRecorder()
  await recorder.record {
    let store = TestStore(initialState: Counter.State()) { Counter().signpost("client") }
    await store.send(.increment) { $0.count = 1 }
  }
  await recorder.expectFlow([.action("increment")])
}
SWIFT
client default '' 'ComposableArchitecture Signpost' "$libraries" "$scratch/ClientTests.swift" \
  'ComposableCoreTestSupport SignpostTestSupport' << 'SWIFT'
import ComposableArchitecture
import Signpost

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action { case increment }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
let store = Store(initialState: Counter.State()) { Counter().signpost("client") }
store.send(.increment)
print("count \(store.count)")
SWIFT
printf 'Test run with %d tests passed\n' "$clients"
