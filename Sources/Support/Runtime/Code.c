#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dl_iterate_phdr
#endif

#include "composable_code.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>

static int composable_holds_code(struct dl_phdr_info *object, size_t size, void *address) {
  (void)size;
  for (ElfW(Half) index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    bool is_code = segment->p_type == PT_LOAD && (segment->p_flags & PF_X);
    if (is_code && (uintptr_t)address - start < segment->p_memsz) return 1;
  }
  return 0;
}

bool composable_is_code(const void *address) {
  return dl_iterate_phdr(composable_holds_code, (void *)address);
}
