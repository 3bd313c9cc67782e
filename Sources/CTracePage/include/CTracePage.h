// The files of the page that shows a trace, as they are below Page/.

#ifndef CTRACEPAGE_H
#define CTRACEPAGE_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A file below Page/.
struct trace_page_file {
  /// Its path, from Page/ on.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// All files, in the order in which they are joined: the page, styles, and modules after what they
/// import.
///
/// Sets `count` to how many there are.
const struct trace_page_file *trace_page_files(size_t *count);

#pragma clang assume_nonnull end

#endif
