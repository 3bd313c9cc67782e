#define _GNU_SOURCE
#include "CProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// By system calls, as the functions of the C library change all threads together, under a lock. The
// last call takes away the permission for the next.
static bool change_user(const struct program_identity *identity) {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return syscall(SYS_setgroups, identity->group_count, identity->groups) == 0 &&
         syscall(SYS_setresgid, identity->group, identity->group, identity->group) == 0 &&
         syscall(SYS_setresuid, identity->user, identity->user, identity->user) == 0;
}

// Runs in a copy of a process that may have had threads: calls nothing that takes a lock.
_Noreturn static void become(
    const char *path, char *const arguments[], char *const script[], char *const environment[],
    const sigset_t *mask, bool ignores_children, const struct program_identity *identity, int gate,
    int failure
) {
  char go;
  ssize_t count;
  do count = read(gate, &go, 1);
  while (count < 0 && errno == EINTR);
  // The recorder has exited, or does not start the program.
  if (count != 1) _exit(127);
  if (ignores_children) signal(SIGCHLD, SIG_IGN);
  pthread_sigmask(SIG_SETMASK, mask, NULL);
  if (!identity || change_user(identity)) {
    execve(path, arguments, environment);
    // A script without a first line that names its interpreter: shells run it themselves.
    if (errno == ENOEXEC) execve("/bin/sh", script, environment);
  }
  int reason = errno;
  while (write(failure, &reason, sizeof(reason)) < 0 && errno == EINTR) continue;
  _exit(127);
}

static int above_standard_streams(int descriptor) {
  if (descriptor > 2) return descriptor;
  int other = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  close(descriptor);
  return other;
}

pid_t held_start(
    const char *path, char *const arguments[], char *const script[], char *const environment[],
    const sigset_t *mask, bool ignores_children, const struct program_identity *identity,
    struct held_program *program
) {
  int gate[2], failure[2];
  if (pipe2(gate, O_CLOEXEC) != 0) return -1;
  if (pipe2(failure, O_CLOEXEC) != 0) {
    close(gate[0]);
    close(gate[1]);
    return -1;
  }
  for (int i = 0; i < 2; i++) {
    gate[i] = above_standard_streams(gate[i]);
    failure[i] = above_standard_streams(failure[i]);
  }
  pid_t pid = fork();
  if (pid == 0) {
    close(gate[1]);
    close(failure[0]);
    become(
        path, arguments, script, environment, mask, ignores_children, identity, gate[0], failure[1]
    );
  }
  int reason = errno;
  close(gate[0]);
  close(failure[1]);
  if (pid < 0) {
    close(gate[1]);
    close(failure[0]);
    errno = reason;
    return -1;
  }
  program->gate = gate[1];
  program->failure = failure[0];
  return pid;
}

int held_release(struct held_program *program) {
  int reason = 0;
  ssize_t count = write(program->gate, "!", 1);
  close(program->gate);
  // The other end closes when the program has started.
  if (count == 1) {
    do count = read(program->failure, &reason, sizeof(reason));
    while (count < 0 && errno == EINTR);
  }
  close(program->failure);
  return reason;
}
