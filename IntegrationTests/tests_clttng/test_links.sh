# A program with the provider inside names no library of LTTng, and none of its functions.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
int main(void) {
  if (composable_schema_enabled()) {
    composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "test", "test");
  }
  return 0;
}
C
compile "$scratch/library.so" -shared "$provider"/*.c

for file in program library.so; do
  needed=$(readelf -d "$scratch/$file" | awk '/\(NEEDED\)/')
  [[ $needed == *libc.so* ]] || fail "readelf shows no libraries of $file at all"
  [[ $needed != *lttng* ]] || fail "$file links LTTng: $needed"
  loaded=$(ldd "$scratch/$file")
  [[ $loaded != *lttng* ]] || fail "$file loads LTTng: $loaded"
done

all=
for source in "$provider"/*.c; do
  for level in -O0 -O2; do
    compile "$scratch/object.o" "$level" -c "$source"
    undefined=$(nm -u "$scratch/object.o" | awk '{ print $NF }')
    all+=$undefined
    # The bounds of a section are the linker's, and optional; tracepoints are the provider's own.
    if functions=$(grep -i lttng <<< "$undefined" \
      | grep -Ev '^__(start|stop)_lttng|^lttng_ust_tracepoint_composable'); then
      fail "${source##*/} with $level refers to $functions"
    fi
  done
done
[[ -n $all ]] || fail "nm shows no undefined symbols of any source"
