# A program runs as if nothing were traced where LTTng's libraries are absent, damaged, or lack the
# functions that are looked for, and where they refuse the provider.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
int main(void) {
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "test", "test");
  composable_effect_end_do(1, composable_effect_outcome_failed, 2);
  printf("enabled: %d, probes: %p\n", composable_schema_enabled(), composable_schema_probes());
  return 0;
}
C
nothing='enabled: 0, probes: (nil)'

# Absent: a file tree with only the libraries that the program is linked against.
mkdir "$scratch/root"
ldd "$scratch/program" | grep -o '/[^ ]*' | while read -r library; do
  (cd / && cp -L --parents "$library" "$scratch/root")
done
cp "$scratch/program" "$scratch/root"
if ((EUID == 0)); then
  expect_equal "without the library" "$nothing" "$(chroot "$scratch/root" /program)"
elif unshare --map-root-user true 2> /dev/null; then
  expect_equal "without the library" "$nothing" \
    "$(unshare --map-root-user chroot "$scratch/root" /program)"
fi

# with_library WHAT EXPECTED: runs the program with the libraries of $scratch/lib.
with_library() {
  expect_equal "$1" "$2" "$(LD_LIBRARY_PATH=$scratch/lib "$scratch/program" 2>&1)"
}

mkdir "$scratch/lib"
: > "$scratch/lib/liblttng-ust.so.1"
: > "$scratch/lib/liblttng-ust-tracepoint.so.1"
with_library "with damaged libraries" "$nothing"

echo 'int nothing;' > "$scratch/empty.c"
compile "$scratch/lib/liblttng-ust.so.1" -shared "$scratch/empty.c"
compile "$scratch/lib/liblttng-ust-tracepoint.so.1" -shared "$scratch/empty.c"
with_library "with libraries that lack the functions" "$nothing"

cat > "$scratch/refuse.c" << 'C'
#include <stdio.h>
void *lttng_ust_probe_register(const void *provider);
void *lttng_ust_probe_register(const void *provider) {
  (void)provider;
  setbuf(stdout, NULL);
  puts("refused");
  return NULL;
}
int lttng_ust_tracepoint_provider_register(void);
int lttng_ust_tracepoint_provider_register(void) {
  return 0;
}
int lttng_ust_tracepoint_provider_unregister(void);
int lttng_ust_tracepoint_provider_unregister(void) {
  return 0;
}
void lttng_ust_probe_unregister(void *probe);
void lttng_ust_probe_unregister(void *probe) {
  (void)probe;
  puts("unregistered");
}
C
compile "$scratch/lib/liblttng-ust.so.1" -shared "$scratch/refuse.c"
with_library "with a library that refuses all three providers" \
  "refused"$'\n'"refused"$'\n'"refused"$'\n'"$nothing"
