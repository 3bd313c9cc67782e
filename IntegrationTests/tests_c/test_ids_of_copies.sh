# Copies of the runtime in one process, in the program and in libraries that it opens, never give
# the same id. No id has the bit that marks the states of stores, at any load address.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
runtime=$repository/Sources/Support/Runtime

cat > "$scratch/plugin.c" << 'C'
#include "CCore.h"
uint64_t make_id_of_copy(void);
uint64_t make_id_of_copy(void) { return composable_make_id(); }
C
compile "$scratch/plugin.so" -shared -Wl,-Bsymbolic -I"$runtime/include" \
  "$scratch/plugin.c" "$runtime"/*.c
cp "$scratch/plugin.so" "$scratch/other.so"

cat > "$scratch/program.c" << 'C'
#include "CCore.h"
#include <dlfcn.h>
#include <stdio.h>
enum { copy_count = 3, id_count = 10000 };
static uint64_t (*make_id_of(const char *path))(void) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return library ? (uint64_t(*)(void))dlsym(library, "make_id_of_copy") : NULL;
}
int main(int count, char **arguments) {
  uint64_t (*copies[copy_count])(void) = {composable_make_id};
  for (int index = 1; index < count; index++) copies[index] = make_id_of(arguments[index]);
  uint64_t least[copy_count], most[copy_count];
  for (int copy = 0; copy < copy_count; copy++) {
    if (!copies[copy]) return 1;
    least[copy] = UINT64_MAX;
    most[copy] = 0;
    for (int pass = 0; pass < id_count; pass++) {
      uint64_t id = copies[copy]();
      if (id < least[copy]) least[copy] = id;
      if (id > most[copy]) most[copy] = id;
    }
    if (most[copy] >= composable_held_id) printf("copy %d has the bit\n", copy);
    // Enough for a million actions in each second of half a day.
    for (int other = 0; other < copy; other++) {
      uint64_t distance = least[copy] > most[other] ? least[copy] - most[other]
          : least[other] > most[copy] ? least[other] - most[copy] : 0;
      if (distance < UINT64_C(1) << 35) printf("copies %d and %d are near\n", other, copy);
    }
  }
  puts(least[0] < id_count ? "the program counts from 1" : "the program has an address");
  return 0;
}
C
compile "$scratch/program" -I"$runtime/include" "$scratch/program.c" "$runtime"/*.c -ldl
expect_equal "ids" "the program counts from 1" \
  "$("$scratch/program" "$scratch/plugin.so" "$scratch/other.so")"

# Addresses have 47 bits on x86-64 and 48 on arm64, where libraries are at the top of them.
cat > "$scratch/addresses.c" << 'C'
#include "Identifiers.c"
#include <stdio.h>
int main(void) {
  const uint64_t held = UINT64_C(1) << 63, most_ids = UINT64_C(1) << 35;
  // The smallest page, the last page of each system, and a library of 2 MiB below it.
  const uint64_t places[] = {
      0x1000, 0x7fffffe00000, 0x7ffffffff000, 0xffff7c200000, 0xffff7c400000, 0xffffffe00000};
  for (size_t index = 0; index < sizeof places / sizeof *places; index++) {
    uint64_t first = composable_ids_of_place(places[index]);
    if (first == 0 || first + most_ids > held) printf("%#jx has the bit\n", (uintmax_t)places[index]);
  }
  uint64_t distance =
      composable_ids_of_place(places[4]) - composable_ids_of_place(places[3]);
  if (distance < most_ids) puts("neighbours are near");
  puts("to the end");
  return 0;
}
C
compile "$scratch/addresses" -I"$runtime" -I"$runtime/include" "$scratch/addresses.c"
expect_equal "ids of addresses" "to the end" "$("$scratch/addresses")"
