#include "composable_locks.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COMPOSABLE_THREAD_SANITIZER
#endif
#endif

#ifdef COMPOSABLE_THREAD_SANITIZER
void __tsan_acquire(void *address);
void __tsan_release(void *address);

void composable_did_lock(const void *address) {
  __tsan_acquire((void *)address);
}

void composable_will_unlock(const void *address) {
  __tsan_release((void *)address);
}
#else
void composable_did_lock(const void *address) {
  (void)address;
}

void composable_will_unlock(const void *address) {
  (void)address;
}
#endif
