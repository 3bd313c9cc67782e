#ifndef COMPOSABLE_BABELTRACE_H
#define COMPOSABLE_BABELTRACE_H

#if !__has_include(<babeltrace2/babeltrace.h>)
#error "libbabeltrace2's headers are missing: run `sudo apt-get install libbabeltrace2-dev`"
#endif
#include <babeltrace2/babeltrace.h>

/// Loads libbabeltrace2 on the first call, and returns the reason why it cannot be used: a text
/// that is never freed, NULL if it can.
///
/// Must be called before any other function of the library: it is not linked, so that programs that
/// only record traces start on machines without it.
const char *composable_babeltrace_load(void);

#endif
