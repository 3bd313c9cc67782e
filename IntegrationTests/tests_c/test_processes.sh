# The recorder's processes in C: a program that is held until its release, and the witness of
# signals to a process group.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
processes=$repository/Sources/Recording/C

cat > "$scratch/program.c" << 'C'
#define _GNU_SOURCE
#include "CProcesses.h"
#include "exit_status.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void hold(char *path, bool is_released) {
  char *const arguments[] = {path, "-c", "exit 5", NULL}, *const environment[] = {NULL};
  char *const script[] = {"/bin/sh", path, NULL};
  sigset_t mask;
  sigemptyset(&mask);
  struct held_program program;
  pid_t process = held_start(path, arguments, script, environment, &mask, true, NULL, &program);
  // It waits.
  usleep(20000);
  int status = 0;
  bool waits = process > 0 && waitpid(process, &status, WNOHANG) == 0;
  int failure = -1;
  if (is_released) {
    failure = held_release(&program);
  } else {
    close(program.gate);
    close(program.failure);
  }
  printf("%s: waits %d, failure %s, status %d\n", path, waits,
      failure == ENOENT ? "ENOENT" : failure == 0 ? "none" : "no release", exit_status(process));
}

static void witness(void) {
  // In a new process group, so that its signals reach only this test.
  setpgid(0, 0);
  signal(SIGUSR1, SIG_IGN);
  int connection = -1;
  pid_t process = witness_start(&connection);
  struct witnessed_signal signals[4];
  int before = witness_ask(connection, signals, 4, 60);
  kill(0, SIGUSR1);
  int count = witness_ask(connection, signals, 4, 60);
  printf("witness: %d, then %d of %s by %s\n", before, count,
      count > 0 && signals[0].number == SIGUSR1 ? "SIGUSR1" : "another signal",
      count > 0 && signals[0].sender == getpid() ? "this process" : "another process");
  kill(getpid(), SIGUSR1);
  printf("witness of a signal to one process: %d\n", witness_ask(connection, signals, 4, 60));
  close(connection);
  printf("witness ended: %d\n", exit_status(process));
}

int main(int argc, char **argv) {
  // The held program.
  if (argc > 1) {
    struct sigaction action;
    sigaction(SIGCHLD, NULL, &action);
    return action.sa_handler == SIG_IGN ? 6 : 7;
  }
  (void)argv;
  setbuf(stdout, NULL);
  hold("/bin/sh", true);
  hold("/proc/self/exe", true);
  hold("/no/such/program", true);
  hold("/bin/sh", false);
  witness();
  return 0;
}
C
compile "$scratch/program" -I"$repository/IntegrationTests/tests_c" -I"$processes/include" "$scratch/program.c" "$processes"/*.c
expect_equal "the output" "/bin/sh: waits 1, failure none, status 5
/proc/self/exe: waits 1, failure none, status 6
/no/such/program: waits 1, failure ENOENT, status 127
/bin/sh: waits 1, failure no release, status 127
witness: 0, then 1 of SIGUSR1 by this process
witness of a signal to one process: 0
witness ended: 0" "$(timeout 300 "$scratch/program")"
