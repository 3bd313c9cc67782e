// Makes the schema be emitted again for new sessions.

#ifndef SCHEMA_H
#define SCHEMA_H

#include "CLTTng.h"
#include "LTTngLoader.h"

/// Makes the next thread that emits an event emit `schema` first, as a session has just started.
///
/// Does not block: LTTng's thread calls it under a lock.
__attribute__((visibility("hidden")))
void composable_schema_forget(void);

#endif
