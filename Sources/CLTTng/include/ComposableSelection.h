/// The selection of events by prefix and name, which `signpost record` writes to a file that the
/// program maps: it can change while the program runs.

#ifndef COMPOSABLE_SELECTION_H
#define COMPOSABLE_SELECTION_H

#include <stddef.h>

/// The size of the file in bytes.
enum { composable_selection_size = 4096 };

/// The contents of the file. TraceRecording writes the same layout.
struct composable_selection_page {
  /// Changes with the patterns: odd while they are written, 0 before the first time.
  uint64_t generation;
  /// A line for each pattern: `p` for one of prefixes, `n` for one of names, and its text. The text
  /// ends with NUL.
  char patterns[composable_selection_size - sizeof(uint64_t)];
};

/// The mapped file that `SIGNPOST_SELECTION` names; `NULL` if there is none.
extern const struct composable_selection_page *_Nullable composable_selection;

/// Whether the patterns leave out a pair of prefix and name. The slow path of
/// ``composable_leaves_out(_:_:)``.
bool composable_selection_leaves_out(
    const char *_Nullable prefix, const char *_Nonnull name);

/// Whether the selection leaves out events with a prefix and a name; `NULL` for events without a
/// prefix, which are selected by their names alone.
///
/// The addresses identify both texts, which are never freed.
static inline bool composable_leaves_out(
    const char *_Nullable prefix, const char *_Nonnull name) {
  if (__builtin_expect(__atomic_load_n(&composable_selection, __ATOMIC_RELAXED) == NULL, 1)) {
    return false;
  }
  return composable_selection_leaves_out(prefix, name);
}

#endif
