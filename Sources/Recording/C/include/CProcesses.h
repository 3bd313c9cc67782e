// The recorder's system calls about processes that Swift cannot make: variadic functions, those for
// GNU sources only, and `fork`.

#ifndef COMPOSABLE_CPROCESSES_H
#define COMPOSABLE_CPROCESSES_H

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// Makes this process the parent of all descendants whose own parents end, instead of init.
bool orphans_adopt(void);

/// Leaves orphans to init again, or to another process that adopts them.
void orphans_release(void);

/// Starts a program as another user, with the groups of that user: `posix_spawn` by root.
///
/// Returns 0 or an error number; EPERM if this process may not change its user.
int spawn_as_user(const char *name, uid_t user, gid_t group, pid_t *pid, const char *path,
                  const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                  char *const arguments[], char *const environment[]);

/// A signal that the witness received.
struct witnessed_signal {
  /// 0 at the end of an answer.
  int32_t number;
  /// 0 if the kernel sent it, or a process that this one cannot see.
  int32_t sender;
};

/// Starts a process that receives the signals to the process group of this one, and ends when this
/// one does.
///
/// The kernel does not report whether a signal was sent to one process or to its group. A second
/// member of the group that blocks all signals provides that.
///
/// Returns its id, and in `connection` the socket on which it answers; or -1 and `errno`.
pid_t witness_start(int *connection);

/// Requests the signals that the witness has received since the last call; `seconds` is the time to
/// wait.
///
/// A signal to the group whose own part this process has received is always among them. Returns
/// their number, at most `capacity`, or -1 if the witness does not answer.
int witness_ask(int connection, struct witnessed_signal *signals, int capacity, int seconds);

/// A process that waits to execute a program.
struct held_program {
  /// The pipe for its command.
  int gate;
  /// The pipe for its error.
  int failure;
};

/// The user that a program becomes, as numbers: to look up names takes locks.
struct program_identity {
  uid_t user;
  gid_t group;
  /// All groups of the user.
  const gid_t *groups;
  size_t group_count;
};

/// Starts a process that becomes a program on command, with this process's descriptors and group:
/// observers of the program can be ready before its first instruction.
///
/// - script: The arguments of `/bin/sh`, which runs a file that the kernel cannot execute itself.
/// - mask: The signals that the program blocks.
/// - ignores_children: Whether the program ignores SIGCHLD.
/// - identity: The user that the process becomes before the program, or NULL. It waits as the user
///   of this process, as another user must not reach a copy of it.
///
/// Returns its id, or -1 and `errno`.
pid_t held_start(
    const char *path, char *const arguments[], char *const script[], char *const environment[],
    const sigset_t *mask, bool ignores_children, const struct program_identity *identity,
    struct held_program *program
);

/// Lets it execute the program; returns 0 once it has, or the error number.
int held_release(struct held_program *program);

#endif
