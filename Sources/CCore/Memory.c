#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dl_iterate_phdr
#endif

#include "composable_memory.h"

#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Whether the kernel can read the signal set at an address, eight bytes.
static bool composable_is_word_readable(uintptr_t address) {
  // There is no such operation, which the kernel finds out after it has read the set.
  long result = syscall(SYS_rt_sigprocmask, ~0, (const void *)address, NULL, sizeof(uint64_t));
  return result == 0 || errno != EFAULT;
}

bool composable_is_readable(const void *address, size_t count) {
  enum { page = 4096 };
  uintptr_t first = (uintptr_t)address & ~(uintptr_t)7;
  uintptr_t end = (uintptr_t)address + count;
  if (!address || end < (uintptr_t)address) return false;
  for (uintptr_t word = first; word < end; word = (word & ~(uintptr_t)(page - 1)) + page) {
    if (!composable_is_word_readable(word)) return false;
  }
  return true;
}

struct composable_code_search {
  uintptr_t address;
  bool is_found;
};

static int composable_search_code(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct composable_code_search *search = data;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    if (search->address - (info->dlpi_addr + segment->p_vaddr) < segment->p_memsz) {
      search->is_found = true;
      return 1;
    }
  }
  return 0;
}

bool composable_is_code(const void *address) {
  struct composable_code_search search = {.address = (uintptr_t)address};
  dl_iterate_phdr(composable_search_code, &search);
  return search.is_found;
}
