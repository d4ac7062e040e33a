#ifndef KARTOTEKA_ZLIB_H
#define KARTOTEKA_ZLIB_H

#include <zlib.h>

// Swift doesn't import zlib's macros. 31: a window of 32 KB (15) in a gzip wrapper (16).

static inline int kartoteka_deflate_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

static inline int kartoteka_inflate_begin(z_stream *stream) {
  return inflateInit2(stream, 31);
}

// deflateInit2 is a macro. Negative window bits: raw deflate without a header, as in ZIP files.
static inline int kartoteka_deflate_raw_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

// -15: the same window without a wrapper, as ZIP archives have it.
static inline int kartoteka_inflate_raw_begin(z_stream *stream) {
  return inflateInit2(stream, -15);
}

#endif
