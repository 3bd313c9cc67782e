#include "CAllocations.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
#define INTERPOSES 1
#endif

static _Atomic bool is_counting;
static _Atomic int64_t allocations, bytes, live_allocations, live_bytes;

bool allocations_can_be_counted(void) {
#ifdef INTERPOSES
  return true;
#else
  return false;
#endif
}

void allocations_start(void) {
  atomic_store(&is_counting, false);
  atomic_store(&allocations, 0);
  atomic_store(&bytes, 0);
  atomic_store(&live_allocations, 0);
  atomic_store(&live_bytes, 0);
  atomic_store(&is_counting, true);
}

bool allocations_are_counted(void) { return atomic_load(&is_counting); }

struct allocation_counts allocations_now(void) {
  return (struct allocation_counts){
    .allocations = atomic_load(&allocations),
    .bytes = atomic_load(&bytes),
    .live_allocations = atomic_load(&live_allocations),
    .live_bytes = atomic_load(&live_bytes),
  };
}

struct allocation_counts allocations_stop(void) {
  atomic_store(&is_counting, false);
  return allocations_now();
}

#ifdef INTERPOSES

// The names of glibc's allocator functions for programs that replace the usual ones.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

// Visible even if the program is compiled with hidden symbols: the libraries must find them too.
#define EXPORTED __attribute__((visibility("default")))

static inline bool counts(void) {
  return __builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), false);
}

static inline void add(_Atomic int64_t *counter, int64_t value) {
  atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

static __attribute__((noinline)) void count_allocation(void *pointer, size_t size) {
  if (!pointer) return;
  add(&allocations, 1);
  add(&bytes, (int64_t)size);
  add(&live_allocations, 1);
  add(&live_bytes, (int64_t)malloc_usable_size(pointer));
}

static __attribute__((noinline)) void count_release(size_t usable_size) {
  add(&live_allocations, -1);
  add(&live_bytes, -(int64_t)usable_size);
}

EXPORTED void *malloc(size_t size) {
  void *pointer = __libc_malloc(size);
  if (counts()) count_allocation(pointer, size);
  return pointer;
}

EXPORTED void *calloc(size_t count, size_t size) {
  void *pointer = __libc_calloc(count, size);
  if (counts()) count_allocation(pointer, count * size);
  return pointer;
}

EXPORTED void *realloc(void *old, size_t size) {
  if (!counts()) return __libc_realloc(old, size);
  size_t old_size = old ? malloc_usable_size(old) : 0;
  void *pointer = __libc_realloc(old, size);
  // A failed reallocation leaves the old block unchanged; a size of 0 frees it.
  if (old && (pointer || size == 0)) count_release(old_size);
  count_allocation(pointer, size);
  return pointer;
}

EXPORTED void free(void *pointer) {
  if (counts() && pointer) count_release(malloc_usable_size(pointer));
  __libc_free(pointer);
}

EXPORTED void *memalign(size_t alignment, size_t size) {
  void *pointer = __libc_memalign(alignment, size);
  if (counts()) count_allocation(pointer, size);
  return pointer;
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

EXPORTED int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int saved = errno;
  void *pointer = memalign(alignment, size);
  errno = saved;
  if (!pointer) return ENOMEM;
  *result = pointer;
  return 0;
}

EXPORTED void *valloc(size_t size) {
  return memalign((size_t)sysconf(_SC_PAGESIZE), size);
}

#endif
