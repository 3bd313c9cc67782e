#ifndef CLIBRARYLOADER_H
#define CLIBRARYLOADER_H

#include <stdbool.h>
#include <stddef.h>

/// A function to look up in a library.
typedef struct {
  /// The destination of its address: a pointer to a function pointer.
  void *address;
  /// The name of the function in the library.
  const char *name;
} composable_library_function;

/// Opens a library that is not linked, and looks up its functions.
///
/// The library stays loaded: its threads may keep running.
///
/// - names: Its possible names; the first one that can be opened is used.
/// - flags: The flags for `dlopen`.
/// - failure: A buffer for a message. Empty on success; otherwise the problem, with the first name
///   if no library was opened.
///
/// Returns whether all functions were found.
bool composable_library_load(
    const char *const *names, size_t name_count, int flags,
    const composable_library_function *functions, size_t function_count, char *failure,
    size_t failure_size
);

#endif
