# Tags, payloads and injected cases of generated enums agree with a switch, in debug, release and
# statically linked builds. SEED and COUNT choose the enums: a few others in each run.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

seed=${SEED:-$RANDOM}
count=${COUNT:-6}
here=$repository/IntegrationTests/tests_core/EnumLayouts
core=$repository/Sources/Core
runtime=$repository/Sources/Support/Runtime
sources=(
  "$core"/Engine/Projection/{CaseProjection,EnumMetadata,MirroredCase,OptionalTag}.swift
  "$core"/Engine/Projection/{RuntimeMetadata,StructMetadata,TupleMetadata,TypeMetadata}.swift
  "$core"/Engine/Projection/WitnessLayout.swift
  "$core"/Engine/Delivery/TemporaryValue.swift
)
flags=(
  -swift-version 6 -package-name enum-layouts -module-name EnumLayouts
  -enable-upcoming-feature ExistentialAny -suppress-warnings -I "$scratch"
)

# The only function of C that these need.
printf 'module CCore { header "%s" export * }\n' "$runtime/include/composable_code.h" \
  > "$scratch/module.modulemap"
clang -I "$runtime/include" -c "$runtime/Code.c" -o "$scratch/code.o"
# The only declaration of the companions' module.
swiftc "${flags[@]}" -module-name CompanionSupport -parse-as-library -wmo -emit-object \
  -emit-module -emit-module-path "$scratch/CompanionSupport.swiftmodule" \
  "$repository/Sources/Companions/Support/RuntimeTrust.swift" -o "$scratch/support.o"

swiftc -swift-version 6 "$here/generate.swift" -o "$scratch/generate"
"$scratch/generate" "$seed" "$count" > "$scratch/Generated.swift"
echo "seed $seed, $count enums"

for build in debug release static; do
  case $build in
  debug) options=(-Onone) ;;
  release) options=(-O -wmo) ;;
  static) options=(-O -wmo -static-stdlib) ;;
  esac
  swiftc "${flags[@]}" "${options[@]}" "${sources[@]}" "$here"/{main,AnyCasePath}.swift \
    "$scratch/Generated.swift" "$scratch"/{code,support}.o -o "$scratch/$build"
  "$scratch/$build" || fail "the $build build, seed $seed"
done
COMPOSABLE_RUNTIME_METADATA=off "$scratch/release" off || fail "metadata could not be turned off"
