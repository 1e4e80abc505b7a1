#pragma once
#include <metis.h>

// METIS_NodeND, with its own random numbers: the same graph and options always have the same
// order, whatever other threads do. One call at a time, as METIS catches signals of the process.
int quickbrew_order_nodes(
    idx_t *count, idx_t *first, idx_t *neighbors, idx_t *options, idx_t *order, idx_t *ranks);
