# Libraries that are not linked are loaded on first use, and their functions called: of SQLite,
# libbabeltrace2 and libcurl. A library that is absent, or lacks a function, is reported.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
libraries=$repository/Sources/Support/Libraries

cat > "$scratch/program.c" << 'C'
#include <CBabeltrace.h>
#include <CCurl.h>
#include <CLibraryLoader.h>
#include <CSQLite.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void store_numbers(void) {
  const char *failure = composable_sqlite_load();
  if (failure) {
    printf("sqlite: %s\n", failure);
    return;
  }
  sqlite3 *database = NULL;
  sqlite3_stmt *insertion = NULL, *query = NULL;
  sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  sqlite3_exec(database, "create table t (n integer, s text)", NULL, NULL, NULL);
  sqlite3_prepare_v2(database, "insert into t values (?, ?)", -1, &insertion, NULL);
  sqlite3_bind_int64(insertion, 1, INT64_MIN);
  sqlite3_bind_text(insertion, 2, "Zähler", -1, SQLITE_TRANSIENT);
  printf("inserted: %d\n", sqlite3_step(insertion) == SQLITE_DONE);
  sqlite3_finalize(insertion);
  const char *text = "select 1 from t where n = -9223372036854775807 - 1 and s = 'Zähler'";
  sqlite3_prepare_v2(database, text, -1, &query, NULL);
  printf("found: %d\n", sqlite3_step(query) == SQLITE_ROW);
  sqlite3_finalize(query);
  printf("closed: %d\n", sqlite3_close_v2(database) == SQLITE_OK);
}

static void connect_to_nothing(void) {
  const char *const headers[] = {"Name: value"};
  composable_curl_settings settings = {
      .url = "http://127.0.0.1:1/", .headers = headers, .header_count = 1, .user_agent = "test",
      .timeout_milliseconds = 60000};
  const char *failure = NULL;
  composable_curl *connection = composable_curl_create(&settings, &failure);
  if (!connection) {
    printf("curl: %s\n", failure);
    return;
  }
  composable_curl_result result = composable_curl_post(connection, "body", 4, false);
  printf("status %ld, may be repeated: %d, connects: %d\n", result.status, result.may_be_repeated,
      !result.failure || !strstr(result.failure, "onnect"));
  composable_curl_destroy(connection);
}

int main(void) {
  store_numbers();
  const char *failure = composable_babeltrace_load();
  printf("babeltrace: %s\n", failure ? failure : "loaded");
  connect_to_nothing();
  void (*function)(void) = NULL;
  char text[256];
  const composable_library_function functions[] = {{&function, "no_such_function"}};
  const char *const names[] = {"libnothing.so.1", "libc.so.6"};
  bool is_loaded = composable_library_load(names, 2, RTLD_NOW, functions, 1, text, sizeof text);
  printf("%d: %s\n", is_loaded, text);
  is_loaded = composable_library_load(names, 1, RTLD_NOW, functions, 1, text, sizeof text);
  printf("%d: %d\n", is_loaded, strstr(text, "libnothing.so.1") != NULL);
  return 0;
}
C
compile "$scratch/program" -I"$libraries/Loader/include" -I"$libraries/SQLite/include" \
  -I"$libraries/Babeltrace/include" -I"$libraries/Curl/include" "$scratch/program.c" \
  "$libraries"/*/*.c -ldl
expect_equal "the output" "inserted: 1
found: 1
closed: 1
babeltrace: loaded
status 0, may be repeated: 1, connects: 0
0: it has no function no_such_function
0: 1" "$("$scratch/program")"
