// The files of the page that shows a trace, from the directory Page/.

#ifndef CTRACEPAGE_H
#define CTRACEPAGE_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A file below Page/.
struct trace_page_file {
  /// The path of the file, relative to Page/.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// All files, in the order in which they are joined: the page, styles, and modules after their
/// imports.
///
/// Sets `count` to their number.
const struct trace_page_file *trace_page_files(size_t *count);

#pragma clang assume_nonnull end

#endif
