#ifndef COMPOSABLE_CURL_INTERFACE_H
#define COMPOSABLE_CURL_INTERFACE_H

// The part of libcurl's interface that is used, whose numbers never change. It is declared here
// because its headers are in a package that nothing else needs; if they are installed, the compiler
// compares them.

typedef int64_t curl_offset;
struct curl_slist;

enum { curl_error_size = 256, curl_global_default = 3 };

enum { curl_protocol_http = 1L << 0, curl_protocol_https = 1L << 1 };

enum {
  curl_option_write_data = 10001,
  curl_option_url = 10002,
  curl_option_error_buffer = 10010,
  curl_option_post_fields = 10015,
  curl_option_user_agent = 10018,
  curl_option_http_header = 10023,
  curl_option_ssl_cert = 10025,
  curl_option_post = 47,
  curl_option_ca_info = 10065,
  curl_option_ssl_key = 10087,
  curl_option_no_signal = 99,
  curl_option_timeout_ms = 155,
  curl_option_connect_timeout_ms = 156,
  curl_option_protocols = 181,
  curl_option_write_function = 20011,
  curl_option_post_field_size = 30120,
};

enum {
  curl_error_resolve_proxy = 5,
  curl_error_resolve_host = 6,
  curl_error_connect = 7,
  curl_error_http2 = 16,
  curl_error_partial_file = 18,
  curl_error_timed_out = 28,
  curl_error_ssl_connect = 35,
  curl_error_got_nothing = 52,
  curl_error_send = 55,
  curl_error_receive = 56,
  curl_error_http2_stream = 92,
};

enum {
  curl_info_content_type = 0x100000 + 18,
  curl_info_response_code = 0x200000 + 2,
  curl_info_retry_after = 0x600000 + 57,
};

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#define SAME(ours, theirs) _Static_assert((long)(ours) == (long)(theirs), #theirs)
SAME(curl_error_size, CURL_ERROR_SIZE);
SAME(curl_global_default, CURL_GLOBAL_DEFAULT);
SAME(curl_protocol_http, CURLPROTO_HTTP);
SAME(curl_protocol_https, CURLPROTO_HTTPS);
SAME(curl_option_write_data, CURLOPT_WRITEDATA);
SAME(curl_option_url, CURLOPT_URL);
SAME(curl_option_error_buffer, CURLOPT_ERRORBUFFER);
SAME(curl_option_post_fields, CURLOPT_POSTFIELDS);
SAME(curl_option_user_agent, CURLOPT_USERAGENT);
SAME(curl_option_http_header, CURLOPT_HTTPHEADER);
SAME(curl_option_ssl_cert, CURLOPT_SSLCERT);
SAME(curl_option_post, CURLOPT_POST);
SAME(curl_option_ca_info, CURLOPT_CAINFO);
SAME(curl_option_ssl_key, CURLOPT_SSLKEY);
SAME(curl_option_no_signal, CURLOPT_NOSIGNAL);
SAME(curl_option_timeout_ms, CURLOPT_TIMEOUT_MS);
SAME(curl_option_connect_timeout_ms, CURLOPT_CONNECTTIMEOUT_MS);
SAME(curl_option_write_function, CURLOPT_WRITEFUNCTION);
SAME(curl_option_post_field_size, CURLOPT_POSTFIELDSIZE_LARGE);
SAME(curl_error_resolve_proxy, CURLE_COULDNT_RESOLVE_PROXY);
SAME(curl_error_resolve_host, CURLE_COULDNT_RESOLVE_HOST);
SAME(curl_error_connect, CURLE_COULDNT_CONNECT);
SAME(curl_error_http2, CURLE_HTTP2);
SAME(curl_error_partial_file, CURLE_PARTIAL_FILE);
SAME(curl_error_timed_out, CURLE_OPERATION_TIMEDOUT);
SAME(curl_error_ssl_connect, CURLE_SSL_CONNECT_ERROR);
SAME(curl_error_got_nothing, CURLE_GOT_NOTHING);
SAME(curl_error_send, CURLE_SEND_ERROR);
SAME(curl_error_receive, CURLE_RECV_ERROR);
SAME(curl_error_http2_stream, CURLE_HTTP2_STREAM);
SAME(curl_info_content_type, CURLINFO_CONTENT_TYPE);
SAME(curl_info_response_code, CURLINFO_RESPONSE_CODE);
#if LIBCURL_VERSION_NUM >= 0x074200
SAME(curl_info_retry_after, CURLINFO_RETRY_AFTER);
#endif
#undef SAME
#endif

#endif
