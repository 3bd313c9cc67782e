// Stubs of the functions of libbabeltrace2 that this package calls, each of which jumps into the
// library. That costs as much as a call of a linked library, which goes through a pointer as well.
//
// They are hidden: the library and its plug-ins must find each other's functions, not these.
#pragma GCC visibility push(hidden)
#include "CBabeltrace.h"
#pragma GCC visibility pop

#include <CLibraryLoader.h>
#include <dlfcn.h>
#include <pthread.h>

// MARK: - Addresses

static struct {
#define FUNCTION(name) __typeof__(&name) name;
#define FUNCTION_0(R, name) FUNCTION(name)
#define FUNCTION_1(R, name, A) FUNCTION(name)
#define FUNCTION_2(R, name, A, B) FUNCTION(name)
#define FUNCTION_3(R, name, A, B, C) FUNCTION(name)
#define FUNCTION_4(R, name, A, B, C, D) FUNCTION(name)
#define FUNCTION_5(R, name, A, B, C, D, E) FUNCTION(name)
#define FUNCTION_6(R, name, A, B, C, D, E, F) FUNCTION(name)
#define FUNCTION_7(R, name, A, B, C, D, E, F, G) FUNCTION(name)
#include "Functions.h"
#undef FUNCTION
} babeltrace;

static const composable_library_function functions[] = {
#define FUNCTION(name) {&babeltrace.name, #name},
#include "Functions.h"
#undef FUNCTION
};

#undef FUNCTION_0
#undef FUNCTION_1
#undef FUNCTION_2
#undef FUNCTION_3
#undef FUNCTION_4
#undef FUNCTION_5
#undef FUNCTION_6
#undef FUNCTION_7

// MARK: - Calls

#define FUNCTION_0(R, name) R name(void) { return babeltrace.name(); }
#define FUNCTION_1(R, name, A) R name(A a) { return babeltrace.name(a); }
#define FUNCTION_2(R, name, A, B) R name(A a, B b) { return babeltrace.name(a, b); }
#define FUNCTION_3(R, name, A, B, C) R name(A a, B b, C c) { return babeltrace.name(a, b, c); }
#define FUNCTION_4(R, name, A, B, C, D) \
  R name(A a, B b, C c, D d) { return babeltrace.name(a, b, c, d); }
#define FUNCTION_5(R, name, A, B, C, D, E) \
  R name(A a, B b, C c, D d, E e) { return babeltrace.name(a, b, c, d, e); }
#define FUNCTION_6(R, name, A, B, C, D, E, F) \
  R name(A a, B b, C c, D d, E e, F f) { return babeltrace.name(a, b, c, d, e, f); }
#define FUNCTION_7(R, name, A, B, C, D, E, F, G) \
  R name(A a, B b, C c, D d, E e, F f, G g) { return babeltrace.name(a, b, c, d, e, f, g); }
#include "Functions.h"

// MARK: - Loading

static pthread_once_t is_loaded = PTHREAD_ONCE_INIT;
static char failure[256];

static void load(void) {
  // Both 2.0 and 2.1 have this name. The library stays loaded: it has thread-local data, and so do
  // its plug-ins.
  static const char *const name = "libbabeltrace2.so.0";
  composable_library_load(
      &name, 1, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE, functions, sizeof functions / sizeof *functions,
      failure, sizeof failure);
}

const char *composable_babeltrace_load(void) {
  pthread_once(&is_loaded, load);
  return failure[0] ? failure : NULL;
}
