#ifndef COMPOSABLE_BABELTRACE_H
#define COMPOSABLE_BABELTRACE_H

#if !__has_include(<babeltrace2/babeltrace.h>)
#error "libbabeltrace2's headers are missing: run `sudo apt-get install libbabeltrace2-dev`"
#endif
#include <babeltrace2/babeltrace.h>

/// Loads libbabeltrace2, the first time it is called, and returns why it cannot be used: a text
/// that is never freed, NULL if it can.
///
/// No other function of the library may be called before: nothing links it, so that what only
/// records traces starts on machines without it.
const char *composable_babeltrace_load(void);

#endif
