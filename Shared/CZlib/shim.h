#pragma once
#include <zlib.h>

/* deflateInit2 and inflateInit2 are macros, which Swift does not import. 16 more window bits mean
   gzip's header and checksum (zlib.h). */
static inline int quickbrew_gzip_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}
static inline int quickbrew_gunzip_begin(z_stream *stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}
