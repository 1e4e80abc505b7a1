#pragma once

#include <stddef.h>

/// A file of the page, which the compiler has embedded.
struct page_file {
  /// On the site: `/page/app.js`.
  const char *_Nonnull path;
  /// Its bytes, and a zero after the last one.
  const unsigned char *_Nonnull bytes;
};

/// The files, which live as long as the process.
const struct page_file *_Nonnull page_files(void);
/// How many there are.
size_t page_file_count(void);
