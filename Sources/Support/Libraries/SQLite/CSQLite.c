// Stubs of the functions of SQLite that this package calls, each of which jumps into the library.
// Hidden, so that other users of SQLite in this process call it directly.
#pragma GCC visibility push(hidden)
#include "CSQLite.h"
#pragma GCC visibility pop

#include <CLibraryLoader.h>
#include <dlfcn.h>
#include <pthread.h>

// MARK: - Addresses

static struct {
#define FUNCTION(name) __typeof__(&name) name;
#define FUNCTION_1(R, name, A) FUNCTION(name)
#define FUNCTION_2(R, name, A, B) FUNCTION(name)
#define FUNCTION_3(R, name, A, B, C) FUNCTION(name)
#define FUNCTION_4(R, name, A, B, C, D) FUNCTION(name)
#define FUNCTION_5(R, name, A, B, C, D, E) FUNCTION(name)
#include "Functions.h"
#undef FUNCTION
} sqlite;

static const composable_library_function functions[] = {
#define FUNCTION(name) {&sqlite.name, #name},
#include "Functions.h"
#undef FUNCTION
};

#undef FUNCTION_1
#undef FUNCTION_2
#undef FUNCTION_3
#undef FUNCTION_4
#undef FUNCTION_5

// MARK: - Calls

#define FUNCTION_1(R, name, A) R name(A a) { return sqlite.name(a); }
#define FUNCTION_2(R, name, A, B) R name(A a, B b) { return sqlite.name(a, b); }
#define FUNCTION_3(R, name, A, B, C) R name(A a, B b, C c) { return sqlite.name(a, b, c); }
#define FUNCTION_4(R, name, A, B, C, D) \
  R name(A a, B b, C c, D d) { return sqlite.name(a, b, c, d); }
#define FUNCTION_5(R, name, A, B, C, D, E) \
  R name(A a, B b, C c, D d, E e) { return sqlite.name(a, b, c, d, e); }
#include "Functions.h"

// MARK: - Loading

static pthread_once_t is_loaded = PTHREAD_ONCE_INIT;
static char failure[256];

static void load(void) {
  static const char *const name = "libsqlite3.so.0";
  composable_library_load(
      &name, 1, RTLD_NOW | RTLD_LOCAL, functions, sizeof functions / sizeof *functions,
      failure, sizeof failure);
}

const char *composable_sqlite_load(void) {
  pthread_once(&is_loaded, load);
  return failure[0] ? failure : NULL;
}
