#ifndef COMPOSABLE_SQLITE_H
#define COMPOSABLE_SQLITE_H

#if !__has_include(<sqlite3.h>)
#error "SQLite's headers are missing: run `sudo apt-get install libsqlite3-dev`"
#endif
#include <sqlite3.h>

/// Loads SQLite on the first call, and returns the reason why it cannot be used: a text that is
/// never freed, NULL if it can.
///
/// Must be called before any other function of the library: it is not linked, so that everything
/// but exports of databases works on machines without it.
const char *composable_sqlite_load(void);

#endif
