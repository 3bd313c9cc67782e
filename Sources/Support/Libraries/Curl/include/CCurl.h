#ifndef COMPOSABLE_CURL_H
#define COMPOSABLE_CURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to one URL, which stays open between requests.
///
/// libcurl is loaded when the first one is created. Linked, it and the twenty libraries it needs
/// would be loaded whenever the program starts, whether it sends anything or not.
typedef struct composable_curl composable_curl;

/// The settings of all requests of a connection. Texts are copied; NULL leaves a setting at its
/// default.
typedef struct {
  /// An http or https URL.
  const char *url;
  /// Lines such as “Name: value”, without a line break.
  const char *const *headers;
  size_t header_count;
  const char *user_agent;
  /// A file with the certificates of authorities, instead of the system's.
  const char *authorities;
  /// Files with the certificate of the client and its key.
  const char *certificate;
  const char *key;
  /// The time limit of a request, including the connection.
  int64_t timeout_milliseconds;
} composable_curl_settings;

/// The result of a request.
typedef struct {
  /// The status of the response; 0 if there is none.
  long status;
  /// Whether the same request could succeed if it is repeated; for requests without a response.
  bool may_be_repeated;
  /// The seconds after which the server requests a repetition, 0 for none.
  int64_t retry_after;
  /// The body of the response, truncated if it is large; valid until the next request.
  const char *body;
  size_t body_count;
  /// The type of the body; NULL if unknown. Valid until the next request.
  const char *content_type;
  /// The reason why there is no response; valid until the next request.
  const char *failure;
} composable_curl_result;

/// Creates a connection; nothing is sent yet.
///
/// - Parameter failure: Set on failure: a text that is never freed.
composable_curl *composable_curl_create(
    const composable_curl_settings *settings, const char **failure);

/// Sends a POST request and waits for the response. Redirections are not followed.
///
/// - Parameter is_gzip: Whether the body is compressed, which a header declares.
composable_curl_result composable_curl_post(
    composable_curl *connection, const void *body, size_t count, bool is_gzip);

/// Closes a connection.
void composable_curl_destroy(composable_curl *connection);

#endif
