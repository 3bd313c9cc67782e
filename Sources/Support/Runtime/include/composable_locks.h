// Annotations for ThreadSanitizer of locks that are not a mutex.

#ifndef COMPOSABLE_LOCKS_H
#define COMPOSABLE_LOCKS_H

/// Declares to ThreadSanitizer, in builds with it, that a lock on `address` was taken.
void composable_did_lock(const void *_Nonnull address);

/// Declares to ThreadSanitizer, in builds with it, that a lock on `address` is about to be
/// released.
void composable_will_unlock(const void *_Nonnull address);

#endif
