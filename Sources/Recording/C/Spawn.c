#define _GNU_SOURCE
#include "CProcesses.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

// The started process takes over the effective ids and drops the saved ones when it executes
// another program, so that it cannot return to them; this process keeps 0 as its saved id, and can.
static bool become(const char *name, uid_t user, gid_t group) {
  // Ambient capabilities survive the change if the saved id stays 0.
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  return initgroups(name, group) == 0 && setresgid(group, group, 0) == 0 &&
         setresuid(user, user, 0) == 0;
}

int spawn_as_user(const char *name, uid_t user, gid_t group, pid_t *pid, const char *path,
                  const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                  char *const arguments[], char *const environment[]) {
  uid_t own_user = geteuid();
  gid_t own_group = getegid();
  int count = getgroups(0, NULL);
  if (count < 0) return errno;
  gid_t *groups = malloc(sizeof(gid_t) * (size_t)(count + 1));
  if (!groups) return ENOMEM;
  count = getgroups(count, groups);
  bool dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1;

  int failure = count < 0 || !become(name, user, group)
                    ? errno
                    : posix_spawn(pid, path, actions, attributes, arguments, environment);

  // The process must not continue with a mixture of two users' ids.
  if (setresuid(own_user, own_user, own_user) != 0 ||
      setresgid(own_group, own_group, own_group) != 0 ||
      (count >= 0 && setgroups((size_t)count, groups) != 0 && errno != EPERM))
    abort();
  if (dumpable) prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  free(groups);
  return failure;
}
