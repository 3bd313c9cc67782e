# States of every layout, changed in place within every operator, are what plain Swift makes of them, in
# release and statically linked builds; debug builds and AddressSanitizer are the business of CoreTests.
# SEED chooses other programs, COUNT how many.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

seed=${SEED:-$RANDOM}
count=${COUNT:-300}

swift build --package-path "$repository" --configuration release --product LayoutRunner \
  > "$scratch/build.log" 2>&1 || { tail -40 "$scratch/build.log" >&2; fail "the release build"; }
build=$(swift build --package-path "$repository" --configuration release --show-bin-path)
"$build/LayoutRunner" "$seed" "$count" || fail "the release build, seed $seed"
COMPOSABLE_RUNTIME_METADATA=off "$build/LayoutRunner" "$seed" 50 \
  || fail "the release build without metadata, seed $seed"

# The same objects, linked statically.
objects=()
for module in CCore ComposableCore CustomDump IssueReporting IssueReportingPackageSupport \
  XCTestDynamicOverlay OrderedCollections InternalCollectionsUtilities TestSupport EngineLayouts \
  LayoutRunner; do
  for object in "$build/$module.build"/*.o "$build/$module.build"/*/*.o; do
    [[ -e $object ]] && objects+=("$object")
  done
done
swiftc -static-stdlib "${objects[@]}" -o "$scratch/static"
"$scratch/static" "$seed" 50 || fail "the statically linked build, seed $seed"
