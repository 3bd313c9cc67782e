// What notices sessions has the schema recorded again for them.

#ifndef SCHEMA_H
#define SCHEMA_H

#include "CLTTng.h"
#include "LTTngLoader.h"

/// Has the next thread that records an event record `schema` first, as a session has just started.
///
/// Waits for nothing: LTTng's thread calls it under a lock.
__attribute__((visibility("hidden")))
void composable_schema_forget(void);

#endif
