// Decides which chains of actions are recorded, by `SIGNPOST_SAMPLE` and `SIGNPOST_MAX_RATE`.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // secure_getenv
#endif

#include "Sampling.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

/// The part of all chains to record.
static uint32_t kept = 1, of = 1;
/// `kept / of` of the largest random number.
static uint64_t limit = UINT64_MAX;
/// The most actions to record in a second; 0 for no limit.
static uint64_t max_rate;
/// The same for a window of time, and its length in nanoseconds.
static uint64_t most_of_window, window_length;

static uint64_t seed;
/// The number of threads that have drawn.
static _Atomic uint64_t thread_count;
/// The last number; 0 if the thread has drawn none.
static __thread uint64_t drawn;

/// The number before the first of a thread.
__attribute__((noinline)) static uint64_t start_of_thread(void) {
  // Not by the addresses of their variables alone: threads reuse the memory of ended ones.
  uint64_t thread = atomic_fetch_add_explicit(&thread_count, 1, memory_order_relaxed) + 1;
  uint64_t number = (seed ^ (uint64_t)(uintptr_t)&drawn) + thread * 0x9e3779b97f4a7c15u;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return number ^ (number >> 31);
}

/// A random number, whose high bits matter: of a linear congruential generator, as it takes a
/// nanosecond. Threads draw without sharing memory that is written.
static inline uint64_t draw(void) {
  uint64_t number = drawn;
  if (__builtin_expect(number == 0, 0)) number = start_of_thread();
  number = number * 6364136223846793005u + 1442695040888963407u;
  drawn = number;
  return number;
}

/// The start of the current window of time.
static _Atomic uint64_t window_start;
/// The recorded actions that the windows until now have not paid for.
static _Atomic uint64_t unpaid;
/// When counts were last emitted.
static _Atomic uint64_t last_emission;

static const uint64_t second = 1000000000u;

/// Subtracts the allowance of windows that have passed.
static void pay(uint64_t allowance) {
  uint64_t actions = atomic_load_explicit(&unpaid, memory_order_relaxed);
  uint64_t rest;
  do {
    rest = actions > allowance ? actions - allowance : 0;
  } while (!atomic_compare_exchange_weak(&unpaid, &actions, rest));
}

/// Emits the counts, at most once a second.
static void emit_counts_at(uint64_t now) {
  uint64_t last = atomic_load_explicit(&last_emission, memory_order_relaxed);
  if (now < last || now - last < second) return;
  if (atomic_compare_exchange_strong(&last_emission, &last, now)) {
    composable_sampling_emit_counts();
  }
}

/// Whether the current window has room for another chain. A chain that has started is recorded to
/// its end, also beyond that: later windows pay for the excess.
static bool has_room(void) {
  struct timespec tick;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &tick);
  uint64_t now = (uint64_t)tick.tv_sec * second + (uint64_t)tick.tv_nsec;
  uint64_t start = atomic_load_explicit(&window_start, memory_order_relaxed);
  // Another thread may have started a window at a later tick.
  if (now >= start && now - start >= window_length) {
    uint64_t passed = (now - start) / window_length;
    if (atomic_compare_exchange_strong(&window_start, &start, start + passed * window_length)) {
      pay(passed * most_of_window);
      emit_counts_at(now);
    }
  }
  return atomic_load_explicit(&unpaid, memory_order_relaxed) < most_of_window;
}

/// The number of actions with a name that the maximum rate has left out.
struct row {
  /// `NULL` in the last row, which counts all names that have no row of their own.
  const char *_Atomic name;
  _Atomic uint64_t count;
  /// The count when counts were last emitted.
  uint64_t seen;
  /// The last emitted count of all rows with the same text, in the first of them.
  uint64_t emitted;
};

enum { row_count = 512 };
static struct row rows[row_count + 1];
/// Whether a count has changed since all were emitted.
static atomic_bool has_changes;
static pthread_mutex_t emission_lock = PTHREAD_MUTEX_INITIALIZER;

/// The row of a name. The address identifies it: names are never freed.
static struct row *row_of(const char *name) {
  uint64_t place = ((uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u) >> 32;
  for (unsigned step = 0; step < 16; step++) {
    struct row *row = &rows[(place + step) % row_count];
    const char *known = atomic_load_explicit(&row->name, memory_order_relaxed);
    if (known == name) return row;
    if (!known && (atomic_compare_exchange_strong(&row->name, &known, name) || known == name)) {
      return row;
    }
  }
  return &rows[row_count];
}

static const char *text_of(const struct row *row) {
  const char *name = atomic_load_explicit(&row->name, memory_order_relaxed);
  return name ? name : row == &rows[row_count] ? "(others)" : NULL;
}

/// Emits the count of all rows with the text of a row, if that row has changed.
static void emit_count(struct row *row) {
  uint64_t own = atomic_load_explicit(&row->count, memory_order_relaxed);
  const char *text = text_of(row);
  if (own == row->seen || !text) return;
  row->seen = own;
  struct row *first = NULL;
  uint64_t count = 0;
  for (struct row *other = rows; other <= &rows[row_count]; other++) {
    const char *name = text_of(other);
    if (!name || strcmp(name, text) != 0) continue;
    if (!first) first = other;
    count += atomic_load_explicit(&other->count, memory_order_relaxed);
  }
  if (!first || count == first->emitted) return;
  first->emitted = count;
  composable_sampling_do(kept, of, max_rate, text, count);
}

static void emit_changes(void) {
  if (!composable_sampling_enabled()) return;
  if (!atomic_load_explicit(&has_changes, memory_order_relaxed)) return;
  if (pthread_mutex_trylock(&emission_lock) != 0) return;
  atomic_store(&has_changes, false);
  for (struct row *row = rows; row <= &rows[row_count]; row++) emit_count(row);
  pthread_mutex_unlock(&emission_lock);
}

void composable_sampling_emit_counts(void) {
  // The schema comes first, and all counts with it.
  if (composable_schema_probes() == composable_schema_emitted()) emit_changes();
}

void composable_sampling_emit(void) {
  if (!composable_is_sampling() || !composable_sampling_enabled()) return;
  composable_sampling_do(kept, of, max_rate, "", 0);
  if (max_rate == 0) return;
  // Another session has not received earlier counts.
  pthread_mutex_lock(&emission_lock);
  for (struct row *row = rows; row <= &rows[row_count]; row++) row->seen = row->emitted = 0;
  pthread_mutex_unlock(&emission_lock);
  atomic_store(&has_changes, true);
  emit_changes();
}

COMPOSABLE_EXPORT
bool composable_is_sampling(void) {
  return kept < of || max_rate != 0;
}

COMPOSABLE_EXPORT
bool composable_has_maximum_rate(void) {
  return max_rate != 0;
}

COMPOSABLE_EXPORT
composable_chain_decision composable_decide_next_chain(void) {
  if (kept < of && draw() >= limit) return composable_chain_decision_sampled_out;
  if (max_rate != 0 && !has_room()) return composable_chain_decision_over_rate;
  return composable_chain_decision_record;
}

COMPOSABLE_EXPORT
void composable_count_recorded_action(void) {
  atomic_fetch_add_explicit(&unpaid, 1, memory_order_relaxed);
}

COMPOSABLE_EXPORT
void composable_count_action_over_rate(const char *name) {
  atomic_fetch_add_explicit(&row_of(name)->count, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&has_changes, memory_order_relaxed)) {
    atomic_store_explicit(&has_changes, true, memory_order_relaxed);
  }
}

/// Reads a number without sign or spaces, and moves `text` behind it; 0 if there is none, or if it
/// is too large.
static uint64_t read_number(const char **text) {
  const uint64_t most = UINT32_MAX;
  uint64_t number = 0;
  while (**text >= '0' && **text <= '9') {
    number = number * 10 + (uint64_t)(**text - '0');
    if (number > most) return 0;
    (*text)++;
  }
  return number;
}

static void read_sample(const char *text) {
  if (!text) return;
  uint64_t numerator = read_number(&text);
  if (*text++ != '/') return;
  uint64_t denominator = read_number(&text);
  if (*text || numerator == 0 || numerator >= denominator) return;
  kept = (uint32_t)numerator;
  of = (uint32_t)denominator;
  limit = (uint64_t)((double)UINT64_MAX * ((double)numerator / (double)denominator));
}

static void read_max_rate(const char *text) {
  if (!text) return;
  uint64_t rate = read_number(&text);
  if (rate == 0 || (*text && strcmp(text, "/s") != 0)) return;
  max_rate = rate;
  // A tenth of a second, so that a burst does not use up the rate of a long time, or less or more
  // of it for a whole number of actions.
  most_of_window = rate < 10 ? 1 : rate / 10;
  window_length = most_of_window * second / rate;
}

/// A fork draws other numbers than its parent, and lacks the threads that may hold the lock. Its
/// counts are its own.
static void start_again_in_child(void) {
  pthread_mutex_init(&emission_lock, NULL);
  seed ^= (uint64_t)getpid() * 0x9e3779b97f4a7c15u;
  drawn = 0;
  for (struct row *row = rows; row <= &rows[row_count]; row++) {
    atomic_store_explicit(&row->count, 0, memory_order_relaxed);
    row->seen = row->emitted = 0;
  }
}

__attribute__((constructor)) static void read_environment(void) {
  read_sample(secure_getenv("SIGNPOST_SAMPLE"));
  read_max_rate(secure_getenv("SIGNPOST_MAX_RATE"));
  if (!composable_is_sampling()) return;
  const void *random = (const void *)getauxval(AT_RANDOM);
  if (random) memcpy(&seed, random, sizeof seed);
  pthread_atfork(NULL, NULL, start_again_in_child);
}

/// The last counts, as the program ends.
__attribute__((destructor)) static void emit_last_counts(void) {
  composable_sampling_emit_counts();
}
