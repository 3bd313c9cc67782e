#include "composable_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGALRM};

/// A handler that prints the stack of a crash takes seconds.
static void remove_handlers(void) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t set;
  sigemptyset(&set);
  for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    sigaction(crashes[i], &action, NULL);
    sigaddset(&set, crashes[i]);
  }
  sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void silence(void) {
  int null = open("/dev/null", O_WRONLY);
  if (null < 0) return;
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
}

composable_child_end composable_run_in_child(void (*body)(void *, int64_t *), void *context,
                                             unsigned seconds) {
  composable_child_end end = {.was_started = false};
  int64_t *progress =
      mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (progress == MAP_FAILED) return end;
  pid_t child = fork();
  if (child == 0) {
    remove_handlers();
    silence();
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    alarm(seconds);
    body(context, progress);
    _exit(0);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  end.was_started = child > 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  end.progress = *progress;
  munmap(progress, sizeof *progress);
  return end;
}
