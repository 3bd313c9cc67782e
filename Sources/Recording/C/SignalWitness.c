#define _GNU_SOURCE
#include "CProcesses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static void close_all_but(int first, int second) {
  int low = first < second ? first : second;
  int high = first < second ? second : first;
#ifdef SYS_close_range
  if ((low == 0 || syscall(SYS_close_range, 0, low - 1, 0) == 0) &&
      (high == low + 1 || syscall(SYS_close_range, low + 1, high - 1, 0) == 0) &&
      syscall(SYS_close_range, high + 1, ~0U, 0) == 0)
    return;
#endif
  long limit = sysconf(_SC_OPEN_MAX);
  for (int descriptor = 0; descriptor < limit; descriptor++)
    if (descriptor != low && descriptor != high) close(descriptor);
}

// Runs in a copy of a process that may have had threads: calls only async-signal-safe functions.
_Noreturn static void serve(int connection, const sigset_t *signals) {
  prctl(PR_SET_NAME, "signpost-signal", 0, 0, 0);
  int arrivals = signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (arrivals < 0) _exit(1);
  close_all_but(connection, arrivals);
  // A working directory would prevent its file system from being unmounted.
  if (chdir("/") != 0) _exit(1);
  for (;;) {
    char question;
    ssize_t count = recv(connection, &question, 1, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    struct signalfd_siginfo arrival;
    while (read(arrivals, &arrival, sizeof(arrival)) == sizeof(arrival)) {
      struct witnessed_signal answer = {(int32_t)arrival.ssi_signo, (int32_t)arrival.ssi_pid};
      send(connection, &answer, sizeof(answer), MSG_NOSIGNAL);
    }
    struct witnessed_signal end = {0, 0};
    send(connection, &end, sizeof(end), MSG_NOSIGNAL);
  }
}

pid_t witness_start(int *connection) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    // This process may have been started with some of its standard streams closed.
    if (ends[i] > 2) continue;
    int descriptor = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
    close(ends[i]);
    ends[i] = descriptor;
  }
  sigset_t all, previous;
  sigfillset(&all);
  // There must be no moment in which a signal could end it.
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pid_t witness = fork();
  if (witness == 0) {
    close(ends[0]);
    serve(ends[1], &all);
  }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  close(ends[1]);
  if (witness < 0) {
    close(ends[0]);
    return -1;
  }
  *connection = ends[0];
  return witness;
}

int witness_ask(int connection, struct witnessed_signal *signals, int capacity, int seconds) {
  // The kernel sends to the members of a group one after the other, and holds the lock that a
  // change of group needs: once that has returned, all members have received the signal.
  setpgid(0, getpgrp());
  struct timeval patience = {seconds, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  if (send(connection, "?", 1, MSG_NOSIGNAL) != 1) return -1;
  int found = 0;
  for (;;) {
    struct witnessed_signal answer;
    ssize_t count = recv(connection, &answer, sizeof(answer), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count != sizeof(answer)) return -1;
    if (answer.number == 0) return found;
    if (found < capacity) signals[found++] = answer;
  }
}
