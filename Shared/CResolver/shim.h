#pragma once

#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>

/* Swift sees no macros with arguments: res_ninit, res_nquery and res_nclose are such. Asks with its
   own state, so that threads do not share one. Returns the answer's length, -1 for a name
   without such records, -2 where nobody could be asked. */
static inline int resolver_query_srv(const char *name, unsigned char *answer, int size) {
  struct __res_state state = {0};
  if (res_ninit(&state) != 0) return -2;
  int length = res_nquery(&state, name, ns_c_in, ns_t_srv, answer, size);
  int error = state.res_h_errno;
  res_nclose(&state);
  if (length >= 0) return length;
  return error == HOST_NOT_FOUND || error == NO_DATA ? -1 : -2;
}
