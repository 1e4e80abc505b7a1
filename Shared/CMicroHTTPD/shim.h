#pragma once
#include <microhttpd.h>

/* MHD_start_daemon is variadic, which Swift cannot call: the options travel as an array that ends
   with MHD_OPTION_END. The caller has bound the socket, so no port and no accept policy. */
static inline struct MHD_Daemon *quickbrew_http_start(
    unsigned int flags, MHD_AccessHandlerCallback handler, void *context,
    struct MHD_OptionItem *options) {
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
