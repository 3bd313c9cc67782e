/// Loops in C over the raw tracepoints: what the wrappers are compared with.
///
/// Each pass asks whether the event is recorded before it records it, as C code that is
/// instrumented by hand does, and writes the same events with the same fields as a wrapper does.

#ifndef CBENCHLOOPS_H
#define CBENCHLOOPS_H

#include <stdint.h>

/// The begin and the end of an action.
void raw_actions(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// An action within an action, as two nested wrappers write them.
void raw_nested_actions(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// An action whose effect begins and ends.
void raw_effects(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// An action that a store is sent, with its begin and its end.
void raw_sends(int64_t count, const char *_Nonnull prefix, const char *_Nonnull name);

/// The begin and the end of a signposter's interval.
void raw_intervals(int64_t count);

/// A signposter's event.
void raw_points(int64_t count);

/// A log record.
void raw_logs(int64_t count);

/// Makes the kernel end this process when the thread that started it is gone.
void end_with_parent(void);

#endif
