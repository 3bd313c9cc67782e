#include <sys/types.h>
#include <sys/wait.h>

/// Waits for a process, and returns its exit code; -1 if a signal has ended it.
static inline int exit_status(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
