#include "CMetis.h"
#include <stdlib.h>

// METIS draws from `rand`, and so does libzmq. The C library has one generator for the whole
// process, so that what a socket draws changes an order. A program's own `rand` and `srand` take
// the place of the C library's for all libraries that the program is linked with: these are the
// thread's own while it orders, and the C library's else, by the other names they have there.

static _Thread_local struct random_data *own;

int rand(void) {
  int32_t number = 0;
  if (own == NULL) return (int)random();
  random_r(own, &number);
  return number;
}

void srand(unsigned int seed) {
  if (own == NULL) {
    srandom(seed);
  } else {
    srandom_r(seed, own);
  }
}

int quickbrew_order_nodes(
    idx_t *count, idx_t *first, idx_t *neighbors, idx_t *options, idx_t *order, idx_t *ranks) {
  // As large as the C library's own, so that the numbers are the same.
  char state[128];
  struct random_data generator = {0};
  initstate_r(1, state, sizeof state, &generator);
  own = &generator;
  int status = METIS_NodeND(count, first, neighbors, NULL, options, order, ranks);
  own = NULL;
  return status;
}
