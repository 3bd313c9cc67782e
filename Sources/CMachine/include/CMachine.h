// What Bench asks of the machine: counts of instructions, the toolchain, where threads run.

#ifndef COMPOSABLE_CMACHINE_H
#define COMPOSABLE_CMACHINE_H

#include <stdbool.h>
#include <stdint.h>

/// Opens a counter of the instructions that this process, with the threads it starts from now on,
/// executes outside of the kernel. Returns a descriptor, or -1 and `errno` where there is none.
int instructions_open(void);

/// Reads a counter. Returns false if it has not counted all the time.
bool instructions_read(int descriptor, uint64_t *count);

/// Whether the process runs under valgrind.
bool callgrind_is_running(void);

/// Tells callgrind to count from now on.
void callgrind_start(void);

/// Tells callgrind not to count from now on, which lets the program run faster.
void callgrind_stop(void);

/// Tells callgrind to forget what it counted.
void callgrind_zero(void);

/// Tells callgrind to write what it counted to a file, with a description, and to begin anew.
void callgrind_dump(const char *description);

/// The compiler that came with the toolchain, with the revision it was built from.
const char *toolchain_compiler(void);

/// The version of glibc that the process runs with; empty for another C library.
const char *toolchain_library_version(void);

/// Moves all threads of the process to one processor. Returns false where that can't be done.
bool processors_pin(void);

/// Lets all threads run where they could before `processors_pin`.
void processors_unpin(void);

/// Makes programs that are started from now on find everything at the same addresses each time.
/// Returns false where that can't be done.
bool addresses_fix(void);

/// Leaves addresses to chance again.
void addresses_vary(void);

#endif
