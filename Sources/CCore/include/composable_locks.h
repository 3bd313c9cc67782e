// What ThreadSanitizer cannot see of locks that are not a mutex.

#ifndef COMPOSABLE_LOCKS_H
#define COMPOSABLE_LOCKS_H

/// Tells ThreadSanitizer, in builds that have it, that a lock on `address` was taken.
void composable_did_lock(const void *_Nonnull address);

/// Tells ThreadSanitizer, in builds that have it, that a lock on `address` is about to be given up.
void composable_will_unlock(const void *_Nonnull address);

#endif
