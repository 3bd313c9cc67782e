// Emits how chains of actions are sampled.

#ifndef SAMPLING_H
#define SAMPLING_H

#include "CLTTng.h"
#include "LTTngLoader.h"

/// Emits `sampling` if chains are left out, with all counts: for a session that has just started.
__attribute__((visibility("hidden")))
void composable_sampling_emit(void);

/// Emits the counts of left out actions that have changed.
__attribute__((visibility("hidden")))
void composable_sampling_emit_counts(void);

#endif
