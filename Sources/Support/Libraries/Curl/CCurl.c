#include "CCurl.h"

#include "CurlInterface.h"

#include <CLibraryLoader.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Responses are short; a longer error page is truncated to this.
enum { body_capacity = 1 << 16 };

struct composable_curl {
  void *handle;
  /// The headers of a request with a plain body, and of a request with a compressed one.
  struct curl_slist *headers[2];
  size_t body_count;
  char failure[curl_error_size];
  char body[body_capacity];
};

// MARK: - Loading

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_perform)(void *);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void (*easy_cleanup)(void *);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static pthread_once_t is_loaded = PTHREAD_ONCE_INIT;
static char loading_failure[256];

static void load(void) {
  // Debian has a variant of the library for each TLS library.
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"};
  const composable_library_function functions[] = {
      {&curl.global_init, "curl_global_init"},   {&curl.easy_init, "curl_easy_init"},
      {&curl.easy_setopt, "curl_easy_setopt"},   {&curl.easy_perform, "curl_easy_perform"},
      {&curl.easy_getinfo, "curl_easy_getinfo"}, {&curl.easy_strerror, "curl_easy_strerror"},
      {&curl.easy_cleanup, "curl_easy_cleanup"}, {&curl.slist_append, "curl_slist_append"},
      {&curl.slist_free_all, "curl_slist_free_all"},
  };
  if (!composable_library_load(
          names, sizeof names / sizeof *names, RTLD_NOW | RTLD_LOCAL, functions,
          sizeof functions / sizeof *functions, loading_failure, sizeof loading_failure)) {
    return;
  }
  int status = curl.global_init(curl_global_default);
  snprintf(
      loading_failure, sizeof loading_failure, "%s", status ? curl.easy_strerror(status) : "");
}

// MARK: - Connections

static size_t take_body(const char *bytes, size_t size, size_t count, void *context) {
  composable_curl *connection = context;
  size_t room = body_capacity - connection->body_count;
  size_t taken = size * count < room ? size * count : room;
  memcpy(connection->body + connection->body_count, bytes, taken);
  connection->body_count += taken;
  // Any smaller value would fail the request.
  return size * count;
}

static bool add_header(composable_curl *connection, int list, const char *line) {
  struct curl_slist *longer = curl.slist_append(connection->headers[list], line);
  if (longer) {
    connection->headers[list] = longer;
  }
  return longer != NULL;
}

static bool add_headers(composable_curl *connection, const composable_curl_settings *settings) {
  bool is_added = add_header(connection, 1, "Content-Encoding: gzip");
  for (int list = 0; list < 2; list++) {
    // Without a request for permission to send a large body, which would cost a second.
    is_added = is_added && add_header(connection, list, "Expect:");
    for (size_t i = 0; i < settings->header_count; i++) {
      is_added = is_added && add_header(connection, list, settings->headers[i]);
    }
  }
  return is_added;
}

static int set_options(composable_curl *connection, const composable_curl_settings *settings) {
  void *handle = connection->handle;
  int status = 0;
#define SET(option, value) status = status ? status : curl.easy_setopt(handle, option, value)
#define SET_TEXT(option, value) status = status || !value ? status : curl.easy_setopt(handle, option, value)
  // Timeouts must not use a signal, which other threads could receive.
  SET(curl_option_no_signal, 1L);
  SET(curl_option_protocols, (long)(curl_protocol_http | curl_protocol_https));
  SET(curl_option_url, settings->url);
  SET(curl_option_post, 1L);
  SET(curl_option_timeout_ms, (long)settings->timeout_milliseconds);
  SET(curl_option_connect_timeout_ms, (long)settings->timeout_milliseconds);
  SET(curl_option_error_buffer, connection->failure);
  SET(curl_option_write_function, take_body);
  SET(curl_option_write_data, connection);
  SET_TEXT(curl_option_user_agent, settings->user_agent);
  SET_TEXT(curl_option_ca_info, settings->authorities);
  SET_TEXT(curl_option_ssl_cert, settings->certificate);
  SET_TEXT(curl_option_ssl_key, settings->key);
#undef SET
#undef SET_TEXT
  return status;
}

composable_curl *composable_curl_create(
    const composable_curl_settings *settings, const char **failure
) {
  pthread_once(&is_loaded, load);
  *failure = loading_failure;
  if (loading_failure[0]) {
    return NULL;
  }
  *failure = "there is no memory for a connection";
  composable_curl *connection = calloc(1, sizeof *connection);
  if (!connection) {
    return NULL;
  }
  connection->handle = curl.easy_init();
  if (connection->handle && add_headers(connection, settings)) {
    int status = set_options(connection, settings);
    if (!status) {
      return connection;
    }
    *failure = curl.easy_strerror(status);
  }
  composable_curl_destroy(connection);
  return NULL;
}

void composable_curl_destroy(composable_curl *connection) {
  if (connection->handle) {
    curl.easy_cleanup(connection->handle);
  }
  curl.slist_free_all(connection->headers[0]);
  curl.slist_free_all(connection->headers[1]);
  free(connection);
}

// MARK: - Requests

/// Whether a failure is one of the connection, rather than of the request.
static bool is_of_the_way(int status) {
  switch (status) {
    case curl_error_resolve_proxy:
    case curl_error_resolve_host:
    case curl_error_connect:
    case curl_error_http2:
    case curl_error_partial_file:
    case curl_error_timed_out:
    case curl_error_ssl_connect:
    case curl_error_got_nothing:
    case curl_error_send:
    case curl_error_receive:
    case curl_error_http2_stream:
      return true;
    default:
      return false;
  }
}

/// Sends the configured request. A server that closes the connection must not end the process by
/// SIGPIPE, as TLS libraries write without suppressing it.
static int perform(void *handle) {
  sigset_t pipe, previous, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &previous);
  int status = curl.easy_perform(handle);
  if (!sigismember(&pending, SIGPIPE)) {
    static const struct timespec at_once = {0};
    while (sigtimedwait(&pipe, NULL, &at_once) == SIGPIPE) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return status;
}

composable_curl_result composable_curl_post(
    composable_curl *connection, const void *body, size_t count, bool is_gzip
) {
  composable_curl_result result = {0};
  connection->body_count = 0;
  connection->failure[0] = '\0';
  void *handle = connection->handle;
  curl.easy_setopt(handle, curl_option_http_header, connection->headers[is_gzip]);
  curl.easy_setopt(handle, curl_option_post_field_size, (curl_offset)count);
  curl.easy_setopt(handle, curl_option_post_fields, body);
  int status = perform(handle);
  // Bodies are the caller's.
  curl.easy_setopt(handle, curl_option_post_fields, NULL);
  if (status) {
    result.may_be_repeated = is_of_the_way(status);
    result.failure = connection->failure[0] ? connection->failure : curl.easy_strerror(status);
    return result;
  }
  curl_offset retry_after = 0;
  char *content_type = NULL;
  curl.easy_getinfo(handle, curl_info_response_code, &result.status);
  // Unknown to a libcurl before 7.66, which leaves the 0.
  curl.easy_getinfo(handle, curl_info_retry_after, &retry_after);
  curl.easy_getinfo(handle, curl_info_content_type, &content_type);
  result.retry_after = retry_after;
  result.content_type = content_type;
  result.body = connection->body;
  result.body_count = connection->body_count;
  return result;
}
