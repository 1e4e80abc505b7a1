#pragma once

#include <stddef.h>

/// The first byte of the text of zones.txt, which lives as long as the process; see README.md.
const void *_Nonnull zone_grid_start(void);
/// How many bytes it has.
size_t zone_grid_length(void);
