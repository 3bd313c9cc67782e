// Locks that are free in a child of `fork`, even if other threads held them.

#ifndef COMPOSABLE_FORK_LOCKS_H
#define COMPOSABLE_FORK_LOCKS_H

/// A lock that no other thread holds while the process forks.
///
/// A child has one thread. A lock held by another one would stay locked in it, and the data behind
/// it would stay inconsistent.
typedef struct composable_fork_lock composable_fork_lock;

/// Creates a lock.
composable_fork_lock *_Nonnull composable_fork_lock_create(void);

/// Destroys a lock that no thread holds.
void composable_fork_lock_destroy(composable_fork_lock *_Nonnull lock);

void composable_fork_lock_lock(composable_fork_lock *_Nonnull lock);
void composable_fork_lock_unlock(composable_fork_lock *_Nonnull lock);

#endif
