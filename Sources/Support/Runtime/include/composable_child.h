// Runs a function in a child process, which may crash.

#ifndef COMPOSABLE_CHILD_H
#define COMPOSABLE_CHILD_H

#include <stdbool.h>
#include <stdint.h>

/// The end of a child process.
typedef struct composable_child_end {
  /// Whether there was a child: `false` if the system refused to start one.
  bool was_started;
  /// The signal that ended it, 0 if it exited.
  int signal;
  /// The exit status.
  int status;
  /// The number that it had stored when it ended.
  int64_t progress;
} composable_child_end;

/// Runs a function in a copy of this process, and waits for its end.
///
/// The copy has this thread only, writes no output and no core file, and handles no signals. It
/// ends by SIGALRM after a number of seconds.
composable_child_end composable_run_in_child(void (*_Nonnull body)(void *_Nonnull context,
                                                                   int64_t *_Nonnull progress),
                                             void *_Nonnull context, unsigned seconds);

#endif
