#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // dladdr1, dl_iterate_phdr, secure_getenv
#endif

#include "LTTngLoader.h"

#include "Environment.h"
#include "RegularFile.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <lttng/ust-events.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "CLTTng.h"

typedef struct lttng_ust_registered_probe *(*probe_register_function)(
    const struct lttng_ust_probe_desc *);
typedef int (*claim_function)(
    const char *provider, const char *event, void (*probe)(void), void *data,
    const char *signature);
typedef int (*release_function)(
    const char *provider, const char *event, void (*probe)(void), void *data);

/// Whether this copy of the provider is known to LTTng.
static bool is_registered;

/// The handle for LTTng's constructor if nothing was registered: an address, never dereferenced.
static char no_tracing;

/// Defined by programs that contain this provider and are only traced in certain processes.
extern bool composable_program_is_traced(void) __attribute__((weak));

static int names_linker(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  for (ElfW(Half) index = 0; index < object->dlpi_phnum; index++) {
    if (object->dlpi_phdr[index].p_type == PT_INTERP) return 1;
  }
  // The program comes first.
  return -1;
}

/// Whether the program is linked statically. glibc would load a second copy of itself with LTTng's
/// library, which crashes in it.
static bool is_static(void) {
  return dl_iterate_phdr(names_linker, NULL) != 1;
}

/// Whether `SIGNPOST_TRACING` turns tracing off for this process, or the program itself does.
static bool tracing_is_off(void) {
  if (composable_program_is_traced && !composable_program_is_traced()) return true;
  return composable_read_switch("SIGNPOST_TRACING") == composable_switch_off;
}

/// Keeps the executable or shared object that contains this code loaded, and returns whether that
/// succeeded.
///
/// LTTng calls code in the object that registered the provider also for the events of further
/// copies of it, which may live longer, and from threads that are still running when the object
/// is closed.
static bool stay_loaded(void) {
#ifdef __GLIBC__
  Dl_info info;
  struct link_map *object = NULL;
  if (!dladdr1(&no_tracing, &info, (void **)&object, RTLD_DL_LINKMAP) || !object) {
    return false;
  }
  bool is_program = !object->l_name || object->l_name[0] == '\0';
  return is_program || dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
#else
  // musl unloads nothing.
  return true;
#endif
}

void *composable_tracepoint_library_open(const char *name, int flags) {
  if (is_static()) return NULL;
  // A program that was linked against LTTng has events of its own, which share this handle with
  // ours. They must not be disabled, so a library that is already loaded is used.
  return dlopen(name, tracing_is_off() ? flags | RTLD_NOLOAD : flags);
}

struct lttng_ust_registered_probe *composable_probe_register(
    const struct lttng_ust_probe_desc *provider
) {
  struct lttng_ust_registered_probe *inert = (struct lttng_ust_registered_probe *)&no_tracing;
  if (tracing_is_off() || is_static()) {
    return inert;
  }
  // The library runs threads of its own, so it must never be unmapped; and only this function needs
  // its symbols.
  void *library = dlopen(LTTNG_UST_LIB_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) {
    return inert;
  }
  probe_register_function probe_register =
      (probe_register_function)dlsym(library, "lttng_ust_probe_register");
  claim_function claim = (claim_function)dlsym(library, "lttng_ust_tracepoint_provider_register");
  release_function release =
      (release_function)dlsym(library, "lttng_ust_tracepoint_provider_unregister");
  if (!probe_register || !claim || !release) {
    return inert;
  }

  // LTTng finds tracepoints by name, so one copy's probes record the events of all copies in the
  // process, and a second copy's would record all of them again. The copies share no state, but all
  // share LTTng's table of probes, which rejects a second entry: the first copy to enter this one,
  // for a tracepoint that does not exist, registers the provider.
  void (*entry)(void) = (void (*)(void))probe_register;
  const char *name = provider->provider_name;
  if (claim(name, "provider", entry, NULL, "") != 0) {
    return inert;
  }
  if (!stay_loaded()) {
    release(name, "provider", entry, NULL);
    return inert;
  }
  // If LTTng no longer has such an event, session starts go undetected: nothing else depends on it.
  // The table accepts it once, also from several providers.
  int is_claimed = claim(
      "lttng_ust_statedump", "start", (void (*)(void))composable_session_did_start, NULL,
      "struct lttng_ust_session *, session");
  if (is_claimed == 0) composable_session_starts_are_notified();
  struct lttng_ust_registered_probe *probe = probe_register(provider);
  if (probe) is_registered = true;
  return probe ? probe : inert;
}

enum { mark_path_size = 512 };

/// Whether a recorder follows the name of this program, by the mark that it holds beside the
/// sockets of a session daemon; `path` is the mark then.
static bool find_mark(const char *directory, const char *subdirectory, char path[mark_path_size]) {
  int size = snprintf(
      path, mark_path_size, "%s%s/signpost-follow/%s", directory, subdirectory,
      program_invocation_short_name);
  if (size < 0 || size >= mark_path_size) return false;
  int file = composable_open_regular_file(path, O_RDONLY);
  if (file < 0) return false;
  // Without a lock it is the mark of a recorder that was killed.
  bool has_recorder = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(file);
  return has_recorder;
}

/// The same for the session daemons that this program registers with.
static bool is_followed(char path[mark_path_size]) {
  if (find_mark("/var/run/lttng", "", path)) return true;
  const char *home = secure_getenv("LTTNG_HOME");
  if (!home) home = secure_getenv("HOME");
  return home && find_mark(home, "/.lttng", path);
}

/// In milliseconds; tests choose a longer one, up to a minute.
static unsigned follow_timeout(void) {
  const unsigned usual = 500, most = 60000;
  const char *text = secure_getenv("SIGNPOST_FOLLOW_TIMEOUT");
  if (!text || !*text) return usual;
  unsigned value = 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return usual;
    value = value * 10 + (unsigned)(*text - '0');
    if (value > most) value = most;
  }
  return value;
}

void composable_await_recorder(void) {
  if (!is_registered) return;
  char path[mark_path_size];
  const struct timespec pause = {.tv_nsec = 1000000};
  const unsigned timeout = follow_timeout();
  for (unsigned waited = 0; waited < timeout; waited++) {
    // The recorder can be killed meanwhile.
    if (waited % 100 == 0 && !is_followed(path)) return;
    // Events are enabled before their session records.
    if (composable_schema_enabled() && composable_session_count() > 1) return;
    nanosleep(&pause, NULL);
  }
}

void composable_report_late_start(void) {
  if (!is_registered) return;
  char mark[mark_path_size];
  const char *path = secure_getenv("SIGNPOST_LATE_STARTS");
  if (!path && is_followed(mark)) path = mark;
  if (!path) return;
  // It is gone if the recording is over.
  int file = composable_open_regular_file(path, O_WRONLY | O_APPEND);
  if (file < 0) return;
  char line[64];
  int size = snprintf(line, sizeof line, "%d %.40s\n", getpid(), program_invocation_short_name);
  // At once: lines of other programs do not interfere.
  if (size > 0 && write(file, line, (size_t)size) < 0) {}
  close(file);
}

void composable_probe_unregister(struct lttng_ust_registered_probe *probe) {
  // An object that registered stays loaded, so this is the end of the process: LTTng closes its
  // sessions itself, and may have done so before this destructor ran.
  (void)probe;
}
