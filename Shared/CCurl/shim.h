#pragma once
#include <curl/curl.h>
#include <netdb.h>
#include <sys/socket.h>

/* Variadic functions, which Swift cannot call. */
static inline CURLcode quickbrew_curl_set_number(CURL *transfer, CURLoption option, long value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode quickbrew_curl_set_size(CURL *transfer, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode quickbrew_curl_set_text(CURL *transfer, CURLoption option, const char *value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode quickbrew_curl_set_list(
    CURL *transfer, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(transfer, option, value);
}

static inline void quickbrew_curl_set_callbacks(
    CURL *transfer, void *context, curl_write_callback header, curl_write_callback body,
    curl_xferinfo_callback progress, curl_opensocket_callback open_socket) {
  curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(transfer, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(transfer, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(transfer, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(transfer, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(transfer, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl_easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, context);
}

static inline long quickbrew_curl_status(CURL *transfer) {
  long status = 0;
  curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/* Writes an address in numbers; nothing if it is not an IP address. It may be longer than the type of its
   field, which Swift would copy. */
static inline void quickbrew_curl_address(
    const struct curl_sockaddr *address, char *text, socklen_t size) {
  text[0] = 0;
  getnameinfo(&address->addr, address->addrlen, text, size, NULL, 0, NI_NUMERICHOST);
}

static inline curl_socket_t quickbrew_curl_open(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
