#ifndef COMPOSABLE_SQLITE_H
#define COMPOSABLE_SQLITE_H

#if !__has_include(<sqlite3.h>)
#error "SQLite's headers are missing: run `sudo apt-get install libsqlite3-dev`"
#endif
#include <sqlite3.h>

/// Loads SQLite, the first time it is called, and returns why it cannot be used: a text that is
/// never freed, NULL if it can.
///
/// No other function of the library may be called before: nothing links it, so that all but exports
/// of databases works on machines without it.
const char *composable_sqlite_load(void);

#endif
