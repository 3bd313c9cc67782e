// What notices sessions has the schema recorded for them.

#ifndef SCHEMA_H
#define SCHEMA_H

#include "CLTTng.h"
#include "LTTngLoader.h"

/// Records `schema` for a session that has just started, on LTTng's thread.
__attribute__((visibility("hidden")))
void composable_schema_announce(const char *library);

#endif
