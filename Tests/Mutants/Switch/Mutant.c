#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "composable_mutant.h"

enum { mutants = 1 << 16 };

static uint8_t unread[mutants];
uint32_t composable_active_mutant;
uint8_t *composable_reached_mutants = unread;

/// Reads the environment once, before any code of Swift.
__attribute__((constructor(101))) static void read_environment(void) {
  const char *active = getenv("MUTANT");
  if (active) composable_active_mutant = (uint32_t)atoi(active);
  const char *path = getenv("MUTANTS_REACHED");
  if (!path) return;
  // Shared with child processes, and kept if the process crashes.
  int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, mutants) != 0) abort();
  void *bytes = mmap(NULL, mutants, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) abort();
  composable_reached_mutants = bytes;
  close(file);
}
