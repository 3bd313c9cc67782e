// Bench's interface to the machine: instruction counts, the toolchain, processor affinity.

#ifndef COMPOSABLE_CMACHINE_H
#define COMPOSABLE_CMACHINE_H

#include <stdbool.h>
#include <stdint.h>

/// Opens a counter of the instructions that this process, with the threads it starts from now on,
/// executes outside of the kernel. Returns a descriptor, or -1 and `errno` where there is none.
int instructions_open(void);

/// Reads a counter. Returns false if it was not active all the time.
bool instructions_read(int descriptor, uint64_t *count);

/// Whether the process runs under valgrind.
bool callgrind_is_running(void);

/// Makes callgrind start counting.
void callgrind_start(void);

/// Makes callgrind stop counting, which lets the program run faster.
void callgrind_stop(void);

/// Resets callgrind's counts.
void callgrind_zero(void);

/// Makes callgrind write its counts to a file, with a description, and reset them.
void callgrind_dump(const char *description);

/// The compiler that came with the toolchain, with the revision it was built from.
const char *toolchain_compiler(void);

/// The version of glibc that the process runs with; empty for another C library.
const char *toolchain_library_version(void);

/// Moves all threads of the process to one processor. Returns false if that fails.
bool processors_pin(void);

/// Restores the affinity from before `processors_pin`.
void processors_unpin(void);

/// Disables address randomization for programs that are started from now on. Returns false if that
/// fails.
bool addresses_fix(void);

/// Enables address randomization again.
void addresses_vary(void);

#endif
