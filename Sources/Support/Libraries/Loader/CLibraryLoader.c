#include "CLibraryLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool composable_library_load(
    const char *const *names, size_t name_count, int flags,
    const composable_library_function *functions, size_t function_count, char *failure,
    size_t failure_size
) {
  void *library = NULL;
  for (size_t i = 0; i < name_count && !library; i++) {
    library = dlopen(names[i], flags);
    if (library || i > 0) continue;
    const char *error = dlerror();
    snprintf(failure, failure_size, "%s", error ? error : "it cannot be loaded");
  }
  if (!library) return false;
  for (size_t i = 0; i < function_count; i++) {
    void *address = dlsym(library, functions[i].name);
    if (!address) {
      snprintf(failure, failure_size, "it has no function %s", functions[i].name);
      return false;
    }
    memcpy(functions[i].address, &address, sizeof address);
  }
  failure[0] = '\0';
  return true;
}
