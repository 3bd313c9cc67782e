// The functions of SQLite that this package calls: the type of the result, the name, the types of
// the parameters. The compiler compares each with the library's header.

FUNCTION_3(int, sqlite3_bind_int64, sqlite3_stmt *, int, sqlite3_int64)
FUNCTION_2(int, sqlite3_bind_null, sqlite3_stmt *, int)
FUNCTION_5(
    int, sqlite3_bind_text, sqlite3_stmt *, int, const char *, int, sqlite3_destructor_type)
FUNCTION_1(int, sqlite3_close_v2, sqlite3 *)
FUNCTION_1(const char *, sqlite3_errmsg, sqlite3 *)
FUNCTION_5(int, sqlite3_exec, sqlite3 *, const char *, sqlite3_callback, void *, char **)
FUNCTION_1(int, sqlite3_finalize, sqlite3_stmt *)
FUNCTION_4(int, sqlite3_open_v2, const char *, sqlite3 **, int, const char *)
FUNCTION_5(
    int, sqlite3_prepare_v2, sqlite3 *, const char *, int, sqlite3_stmt **, const char **)
FUNCTION_1(int, sqlite3_reset, sqlite3_stmt *)
FUNCTION_1(int, sqlite3_step, sqlite3_stmt *)
