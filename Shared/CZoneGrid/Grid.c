#include "CZoneGrid.h"

static const unsigned char text[] = {
#embed "zones.txt"
};

const void *zone_grid_start(void) { return text; }

size_t zone_grid_length(void) { return sizeof text; }
