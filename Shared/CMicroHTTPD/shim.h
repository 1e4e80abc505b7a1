#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

/* MHD_start_daemon is variadic, which Swift cannot call: the options travel as an array that ends
   with MHD_OPTION_END. The caller has bound the socket, so no port and no accept policy. */
static inline struct MHD_Daemon *quickbrew_http_start(
    unsigned int flags, MHD_AccessHandlerCallback handler, void *context,
    struct MHD_OptionItem *options) {
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

/* The socket of a connection; -1 if the library does not tell. */
static inline int quickbrew_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* Answers and ends a connection whose request the library has not finished to read. The text is short
   enough for an empty socket buffer; what follows on the connection fails. */
static inline void quickbrew_http_refuse(struct MHD_Connection *connection, const char *text) {
  int descriptor = quickbrew_http_socket(connection);
  if (descriptor < 0) return;
  send(descriptor, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
  shutdown(descriptor, SHUT_RDWR);
}

/* Writes the client's IPv4 address; the gateway listens on no other. */
static inline void quickbrew_http_client(struct MHD_Connection *connection, char *text, size_t size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  text[0] = 0;
  if (info && info->client_addr && info->client_addr->sa_family == AF_INET) {
    inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr, text,
              (socklen_t)size);
  }
}
