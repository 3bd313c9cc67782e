#include "CMachine.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

// Requests to valgrind, as documented in its manual for each architecture: a sequence that does
// nothing on a processor and that valgrind recognizes. Written out here so that valgrind's headers
// are not needed to build.
enum {
  running_on_valgrind = 0x1001,
  callgrind_requests = 'C' << 24 | 'T' << 16,
  zero_stats = callgrind_requests + 1,
  dump_stats_at = callgrind_requests + 3,
  start_instrumentation = callgrind_requests + 4,
  stop_instrumentation = callgrind_requests + 5,
};

static __attribute__((noinline)) uint64_t request(uint64_t number, uint64_t argument) {
  volatile uint64_t arguments[6] = {number, argument};
#if defined(__x86_64__)
  uint64_t result = 0;
  __asm__ volatile(
      "rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(result)
      : "a"(&arguments[0])
      : "cc", "memory");
  return result;
#elif defined(__aarch64__)
  register uint64_t result __asm__("x3") = 0;
  register volatile uint64_t *pointer __asm__("x4") = &arguments[0];
  __asm__ volatile(
      "ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      : "+r"(result)
      : "r"(pointer)
      : "cc", "memory", "x12");
  return result;
#else
  (void)arguments;
  return 0;
#endif
}

bool callgrind_is_running(void) { return request(running_on_valgrind, 0) != 0; }
void callgrind_start(void) { request(start_instrumentation, 0); }
void callgrind_stop(void) { request(stop_instrumentation, 0); }
void callgrind_zero(void) { request(zero_stats, 0); }
void callgrind_dump(const char *description) {
  request(dump_stats_at, (uint64_t)(uintptr_t)description);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

// A sanitizer has its own, and does not run under valgrind.
#ifndef HAS_SANITIZER

// The main thread of a program with an asynchronous main function ends in libdispatch's call of
// this, with a constant mask. Valgrind up to 3.19 writes to the mask and crashes; a copy survives.
__attribute__((visibility("default"))) int sigsuspend(const sigset_t *mask) {
  uint64_t copy = 0;
  for (int number = 1; number <= 64; number++) {
    if (sigismember(mask, number) == 1) copy |= UINT64_C(1) << (number - 1);
  }
  return (int)syscall(SYS_rt_sigsuspend, &copy, sizeof(copy));
}

#endif
