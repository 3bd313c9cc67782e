// Decides which prefixes and names are recorded, by the patterns in the file `SIGNPOST_SELECTION`.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // secure_getenv
#endif

#include "CLTTng.h"
#include "LTTngLoader.h"
#include "RegularFile.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(
    sizeof(struct composable_selection_page) == composable_selection_size, "the size of the file");

COMPOSABLE_EXPORT
const struct composable_selection_page *composable_selection;

/// The patterns that were read last, as strings one after the other.
struct patterns {
  char text[sizeof ((struct composable_selection_page *)0)->patterns + 1];
};
static struct patterns patterns;
/// Protects the patterns and additions to the table.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// The generation of the patterns that were read last, an even number; 1 is added if there are any.
static _Atomic uint64_t known;

/// The decision on a pair of texts. The addresses are set once, so that a reader who finds them
/// needs no lock.
struct decision {
  const char *_Atomic prefix;
  const char *_Atomic name;
  /// The generation of the decision; 1 is added if the pair is left out. 0 without a decision.
  _Atomic uint64_t made;
};

enum { decision_count = 2048, most_steps = 32 };
static struct decision decisions[decision_count];

/// Whether a pattern, in which `*` stands for any text, matches a whole text.
static bool matches(const char *pattern, const char *end, const char *text) {
  // The latest `*`, and the first character that it does not stand for.
  const char *star = NULL, *rest = NULL;
  while (*text) {
    if (pattern < end && *pattern == '*') {
      star = pattern++;
      rest = text;
    } else if (pattern < end && *pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star + 1;
      text = ++rest;
    } else {
      return false;
    }
  }
  while (pattern < end && *pattern == '*') pattern++;
  return pattern == end;
}

/// Whether a text is selected by the patterns of a kind; also if there are none.
static bool is_selected(char kind, const char *text) {
  bool has_pattern = false;
  for (const char *line = patterns.text; *line;) {
    const char *end = strchrnul(line, '\n');
    if (*line == kind) {
      if (matches(line + 1, end, text)) return true;
      has_pattern = true;
    }
    line = *end ? end + 1 : end;
  }
  return !has_pattern;
}

/// Reads the patterns, unless they are being written: the earlier ones apply for that long.
static void read_patterns(const struct composable_selection_page *page) {
  uint64_t generation = __atomic_load_n(&page->generation, __ATOMIC_ACQUIRE);
  if (generation % 2 != 0 || generation == (atomic_load(&known) & ~1ull)) return;
  static struct patterns copy;
  memcpy(copy.text, page->patterns, sizeof page->patterns);
  atomic_thread_fence(memory_order_acquire);
  if (__atomic_load_n(&page->generation, __ATOMIC_RELAXED) != generation) return;
  patterns = copy;
  atomic_store(&known, generation | (patterns.text[0] != 0));
}

/// The place of a pair in the table; `NULL` if it is not there.
static struct decision *find(const char *prefix, const char *name, bool adds) {
  uint64_t hash = ((uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u)
      ^ ((uint64_t)(uintptr_t)prefix * 0xbf58476d1ce4e5b9u);
  hash ^= hash >> 32;
  for (unsigned step = 0; step < most_steps; step++) {
    struct decision *place = &decisions[(hash + step) % decision_count];
    const char *known_name = atomic_load_explicit(&place->name, memory_order_acquire);
    if (known_name == name
        && atomic_load_explicit(&place->prefix, memory_order_relaxed) == prefix) {
      return place;
    }
    if (known_name) continue;
    if (!adds) return NULL;
    atomic_store_explicit(&place->prefix, prefix, memory_order_relaxed);
    atomic_store_explicit(&place->name, name, memory_order_release);
    return place;
  }
  return NULL;
}

/// Decides on a pair, and keeps the decision if the table has room.
__attribute__((noinline)) static bool decide(
    const struct composable_selection_page *page, const char *prefix, const char *name) {
  pthread_mutex_lock(&lock);
  read_patterns(page);
  uint64_t current = atomic_load(&known);
  bool is_left_out =
      (current & 1) && !((!prefix || is_selected('p', prefix)) && is_selected('n', name));
  struct decision *place = find(prefix, name, true);
  if (place) {
    uint64_t made = (current & ~1ull) | is_left_out;
    atomic_store_explicit(&place->made, made, memory_order_relaxed);
  }
  pthread_mutex_unlock(&lock);
  return is_left_out;
}

COMPOSABLE_EXPORT
bool composable_selection_leaves_out(const char *prefix, const char *name) {
  const struct composable_selection_page *page = composable_selection;
  uint64_t current = atomic_load_explicit(&known, memory_order_acquire);
  uint64_t generation = __atomic_load_n(&page->generation, __ATOMIC_RELAXED);
  if (__builtin_expect(generation == (current & ~1ull), 1)) {
    if (!(current & 1)) return false;
    const struct decision *place = find(prefix, name, false);
    if (place) {
      uint64_t made = atomic_load_explicit(&place->made, memory_order_relaxed);
      if (__builtin_expect((made & ~1ull) == generation, 1)) return made & 1;
    }
  }
  return decide(page, prefix, name);
}

static void start_again_in_child(void) {
  pthread_mutex_init(&lock, NULL);
}

__attribute__((constructor)) static void map_file(void) {
  const char *path = secure_getenv("SIGNPOST_SELECTION");
  if (!path || !*path) return;
  int file = composable_open_regular_file(path, O_RDONLY);
  if (file < 0) return;
  struct stat status;
  // A shorter file would end the program when it is read.
  if (fstat(file, &status) == 0 && status.st_size == composable_selection_size) {
    void *page = mmap(NULL, composable_selection_size, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) {
      pthread_atfork(NULL, NULL, start_again_in_child);
      __atomic_store_n(
          &composable_selection, (const struct composable_selection_page *)page, __ATOMIC_RELAXED);
    }
  }
  close(file);
}
