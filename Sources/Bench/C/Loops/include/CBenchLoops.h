/// Loops in C over the raw tracepoints, as the baseline of the wrappers.
///
/// Each pass checks that the event is enabled before it emits it, as C code with hand-written
/// tracepoints does, and emits the same events with the same fields as a wrapper does.

#ifndef CBENCHLOOPS_H
#define CBENCHLOOPS_H

#include <stdint.h>

/// The begin and the end of an action.
void raw_actions(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// An action within an action, as two nested wrappers write them.
void raw_nested_actions(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// An action with an effect, and the effect's begin and end.
void raw_effects(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// The send of an action to a store, with its begin and its end.
void raw_sends(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// The begin and the end of a signposter's interval.
void raw_intervals(int64_t count);

/// A signposter's event.
void raw_points(int64_t count);

/// A log record.
void raw_logs(int64_t count);

/// Makes the kernel end this process when the thread that started it exits.
void end_with_parent(void);

#endif
