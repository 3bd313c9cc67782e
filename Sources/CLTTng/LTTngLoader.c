#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "LTTngLoader.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>

#if !__has_include(<lttng/ust-tracer.h>)
#error "LTTng-UST's headers are missing: sudo apt-get install liblttng-ust-dev"
#endif
#include <lttng/ust-tracer.h>

typedef struct lttng_ust_registered_probe *(*register_function)(
    const struct lttng_ust_probe_desc *);
typedef void (*unregister_function)(struct lttng_ust_registered_probe *);

/// What LTTng's constructor gets to keep when nothing was registered: an address, never followed.
static char no_tracing;

/// Whether `SIGNPOST_TRACING` turns tracing off for this process.
///
/// A set-uid program does not listen to the environment of whoever starts it, just as LTTng itself
/// does not there.
static bool tracing_is_off(void) {
  const char *value = secure_getenv("SIGNPOST_TRACING");
  return value
      && (strcasecmp(value, "0") == 0 || strcasecmp(value, "off") == 0
          || strcasecmp(value, "no") == 0 || strcasecmp(value, "false") == 0);
}

/// Makes the executable or shared object that contains this code stay loaded, and says whether it
/// will.
///
/// LTTng calls code in the object that registered the provider also for the events of further
/// copies of it, which may live longer, and from threads that are still running when the object
/// is closed.
static bool stay_loaded(void) {
  Dl_info info;
  struct link_map *object = NULL;
  if (!dladdr1(&no_tracing, &info, (void **)&object, RTLD_DL_LINKMAP) || !object) {
    return false;
  }
  bool is_program = !object->l_name || object->l_name[0] == '\0';
  return is_program || dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

void *composable_tracepoint_library_open(const char *name, int flags) {
  // A program that was linked against LTTng has events of its own, which share this handle with
  // ours. Those are not ours to turn off, so a library that is there already is used.
  return dlopen(name, tracing_is_off() ? flags | RTLD_NOLOAD : flags);
}

struct lttng_ust_registered_probe *composable_probe_register(
    const struct lttng_ust_probe_desc *provider
) {
  struct lttng_ust_registered_probe *inert = (struct lttng_ust_registered_probe *)&no_tracing;
  if (tracing_is_off()) {
    return inert;
  }
  // The library runs threads of its own, so it must never be unmapped; and nothing but this
  // function needs to find its symbols.
  void *library = dlopen(LTTNG_UST_LIB_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) {
    return inert;
  }
  register_function register_probe =
      (register_function)dlsym(library, "lttng_ust_probe_register");
  unregister_function unregister_probe =
      (unregister_function)dlsym(library, "lttng_ust_probe_unregister");
  if (!register_probe || !unregister_probe) {
    return inert;
  }
  struct lttng_ust_registered_probe *probe = register_probe(provider);
  if (!probe) {
    // Another copy of this provider came first. LTTng finds tracepoints by name, so that copy's
    // probes record our events as well.
    return inert;
  }
  if (!stay_loaded()) {
    unregister_probe(probe);
    return inert;
  }
  return probe;
}

void composable_probe_unregister(struct lttng_ust_registered_probe *probe) {
  // An object that registered stays loaded, so this is the end of the process: LTTng closes its
  // sessions by itself, and may have done so before this destructor ran.
  (void)probe;
}
