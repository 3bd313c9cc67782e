# Two copies of the provider in one process, one in the program and one in a shared object that it
# opens: both record, and closing the object does no harm, whichever copy was registered first.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

cat > "$scratch/plugin.c" << 'C'
#include "CLTTng.h"
void emit(const char *name);
void emit(const char *name) {
  if (composable_effect_output_enabled()) {
    composable_effect_output_do(2, name);
  }
}
C
compile "$scratch/plugin.so" -shared "$scratch/plugin.c" "$provider"/*.c
cp "$scratch/plugin.so" "$scratch/other.so"

cat > "$scratch/plugin.h" << 'C'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static void *open_plugin(const char *path) {
  void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!plugin) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return plugin;
}
static void emit(void *plugin, const char *name) {
  void (*function)(const char *) = (void (*)(const char *))dlsym(plugin, "emit");
  function(name);
}
C
cat > "$scratch/program.c" << 'C'
#include "CLTTng.h"
#include "plugin.h"
static void emit_here(const char *name) {
  if (composable_effect_output_enabled()) {
    composable_effect_output_do(1, name);
  }
}
int main(int count, char **arguments) {
  (void)count;
  emit_here("before");
  for (int round = 0; round < 3; round++) {
    void *plugin = open_plugin(arguments[1]);
    emit_here("open");
    emit(plugin, "plugin");
    if (dlclose(plugin) != 0) {
      return 2;
    }
    emit_here("closed");
  }
  void *plugin = open_plugin(arguments[1]);
  emit(plugin, "last");
  return 0;
}
C
# Neither program has a copy of its own in the second case: the first plugin's is registered, and
# the other plugin outlives it.
cat > "$scratch/bare.c" << 'C'
#include "plugin.h"
int main(int count, char **arguments) {
  (void)count;
  void *first = open_plugin(arguments[1]);
  void *second = open_plugin(arguments[2]);
  emit(first, "first");
  emit(second, "second");
  if (dlclose(first) != 0) {
    return 2;
  }
  emit(second, "after");
  first = open_plugin(arguments[1]);
  emit(first, "again");
  return 0;
}
C
event() { printf 'effect_output { effect = %d, name = "%s" }\n' "$1" "$2"; }

start_daemon

# With -rdynamic the program's symbols would take the place of the plugin's, if they could.
for option in -O2 -rdynamic; do
  compile "$scratch/program" "$option" -I"$scratch" "$scratch/program.c" "$provider"/*.c -ldl
  start_session "program$option"
  traced "$scratch/program" "$scratch/plugin.so"
  stop_session "program$option"
  expect_equal "lost events" 0 "$lost"
  expect_equal "the events of both copies ($option)" \
    "$(event 1 before
      for _ in 1 2 3; do event 1 open; event 2 plugin; event 1 closed; done
      event 2 last)" \
    "$(events "program$option")"
done

compile "$scratch/bare" -I"$scratch" "$scratch/bare.c" -ldl
start_session bare
traced "$scratch/bare" "$scratch/plugin.so" "$scratch/other.so"
stop_session bare
expect_equal "the events of two plugins" \
  "$(event 2 first; event 2 second; event 2 after; event 2 again)" "$(events bare)"

# Without a daemon, with tracing off, and without a library that is not loaded yet.
"$scratch/program" "$scratch/plugin.so"
SIGNPOST_TRACING=0 "$scratch/program" "$scratch/plugin.so"
SIGNPOST_TRACING=0 "$scratch/bare" "$scratch/plugin.so" "$scratch/other.so"

# The library is there before the plugin that registers, so its destructor runs first.
compile "$scratch/linked" -I"$scratch" "$scratch/bare.c" -ldl -Wl,--no-as-needed -llttng-ust
start_session linked
traced "$scratch/linked" "$scratch/plugin.so" "$scratch/other.so"
stop_session linked
expect_equal "the events of two plugins of a program that links LTTng" \
  "$(event 2 first; event 2 second; event 2 after; event 2 again)" "$(events linked)"
