#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // ElfW
#endif

#include "composable_identifiers.h"

#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/auxv.h>

enum { composable_id_block = 4096 };

__thread uint64_t composable_next_id;
__thread uint64_t composable_last_id;

static _Atomic uint64_t composable_reserved_ids = 1;

// The start of the object that contains this code in memory. Provided by the linker, and optional.
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

/// The number before the first id of the copy of the library at an address.
///
/// Addresses have up to 48 bits: on arm64 libraries are at the top of them. Ids are below
/// `composable_held_id`, which has 63. The table of observed fields takes 2 MiB, so
/// that copies are at least that far apart: their ranges of 2^36 ids do not overlap.
static uint64_t composable_ids_of_place(uintptr_t place) {
  return (uint64_t)place << 15;
}

/// The number before the first id of this copy of the library.
///
/// A process can have several copies, one in the program and one in a library that it opens. They
/// share no state, but have different addresses: all but the program's derive their number from
/// theirs.
static uint64_t composable_first_id(void) {
  uintptr_t place = (uintptr_t)&__ehdr_start;
  bool is_program = !place || place + __ehdr_start.e_phoff == getauxval(AT_PHDR);
  return is_program ? 0 : composable_ids_of_place(place);
}

uint64_t composable_reserve_ids(void) {
  uint64_t first = composable_first_id()
      + atomic_fetch_add_explicit(
          &composable_reserved_ids, composable_id_block, memory_order_relaxed);
  composable_next_id = first + 1;
  composable_last_id = first + composable_id_block;
  return first;
}
