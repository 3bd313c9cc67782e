#ifndef CLIBRARYLOADER_H
#define CLIBRARYLOADER_H

#include <stdbool.h>
#include <stddef.h>

/// A function that is looked up in a library.
typedef struct {
  /// Where its address goes: a pointer to a function pointer.
  void *address;
  /// Its name in the library.
  const char *name;
} composable_library_function;

/// Opens a library that is not linked, and looks its functions up.
///
/// The library stays loaded: what it has started may go on.
///
/// - names: The names it may have; the first one that can be opened is taken.
/// - flags: As `dlopen` takes them.
/// - failure: Room for a message. Empty on success; otherwise what is wrong, with the first name if
///   no library was opened.
///
/// Returns whether all functions were found.
bool composable_library_load(
    const char *const *names, size_t name_count, int flags,
    const composable_library_function *functions, size_t function_count, char *failure,
    size_t failure_size
);

#endif
