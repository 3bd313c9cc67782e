# Orphans of the processes of a program are its children once it adopts them. qemu's emulation of a
# user's programs does not know the system call.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
processes=$repository/Sources/Recording/C

cat > "$scratch/program.c" << 'C'
#include "CProcesses.h"
#include "exit_status.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  setbuf(stdout, NULL);
  printf("adopts: %d\n", orphans_adopt());
  int ends[2];
  if (pipe(ends) != 0) return 1;
  pid_t child = fork();
  if (child == 0) {
    pid_t parent = getpid(), orphan = fork();
    if (orphan == 0) {
      while (getppid() == parent) usleep(1000);
      _exit(6);
    }
    if (write(ends[1], &orphan, sizeof orphan) < 0) _exit(1);
    _exit(0);
  }
  exit_status(child);
  pid_t orphan = -1;
  if (read(ends[0], &orphan, sizeof orphan) < 0) return 1;
  printf("status of the orphan: %d\n", exit_status(orphan));
  orphans_release();
  return 0;
}
C
compile "$scratch/program" -I"$repository/IntegrationTests/tests_c" -I"$processes/include" "$scratch/program.c" "$processes"/*.c
expect_equal "the output" "adopts: 1
status of the orphan: 6" "$(timeout 60 "$scratch/program")"
