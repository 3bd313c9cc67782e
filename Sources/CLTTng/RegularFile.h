#ifndef COMPOSABLE_REGULAR_FILE_H
#define COMPOSABLE_REGULAR_FILE_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/// Opens a file that another process has made, as `open` does, if it is a regular one: to open a
/// FIFO can block for ever, and others may write in the directory.
///
/// Returns -1 if there is none.
static inline int composable_open_regular_file(const char *path, int flags) {
  int file = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return -1;
  struct stat status;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
  close(file);
  return -1;
}

#endif
