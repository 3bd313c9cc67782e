// The table of fields that may be observed.

#ifndef COMPOSABLE_OBSERVATION_H
#define COMPOSABLE_OBSERVATION_H

#include <stdbool.h>
#include <stdint.h>

extern __thread uint8_t composable_reading;
extern __thread bool composable_was_tracked;

/// Whether the store of the last observed read on this thread is on the main actor.
static inline bool composable_reads_on_main(void) {
  return composable_reading == 1;
}

/// Records an observed read of a store on this thread.
static inline void composable_did_read(bool is_on_main) {
  composable_reading = is_on_main ? 1 : 2;
}

/// Sets whether the Observation framework has hashed a mark on this thread: see `ObservationMark`.
static inline void composable_set_tracked(bool is_tracked) {
  composable_was_tracked = is_tracked;
}

/// Whether the framework has hashed a mark since.
static inline bool composable_get_tracked(void) {
  return composable_was_tracked;
}

/// Set in the ids of states that a store holds: a copy that is changed outside of a reducer becomes
/// another state. The other ids are below.
static const uint64_t composable_held_id = (uint64_t)1 << 63;

/// The number of bits for fields that may be observed, as a power of two, and the number of 64-bit
/// words that contain them. With so many, a hundred thousand fields leave most bits unset; memory
/// is used for words with fields only.
enum {
  composable_observed_bits = 20,
  composable_observed_words = 1 << (composable_observed_bits - 6),
  /// The number of parts of the table of fields, as a power of two. Each has a lock and bits of its
  /// own.
  composable_observed_part_bits = 6,
  composable_observed_parts = 1 << composable_observed_part_bits,
  composable_observed_words_of_part = composable_observed_words / composable_observed_parts
};

/// Represents any field of a state.
static const uint32_t composable_any_field = UINT32_MAX;

extern uint64_t composable_observed[composable_observed_words];
extern int64_t composable_observed_count;
/// The number of fields that share each bit. Protected by the lock of the part of the table that
/// the bit belongs to.
extern uint16_t composable_observed_sharers[1 << composable_observed_bits];

/// The part of the table that the fields of a state are in.
static inline uint32_t composable_observed_part(uint64_t state) {
  return (uint32_t)state * 2654435761u >> (32 - composable_observed_part_bits);
}

/// Where a field of a state is noted, among the bits of the state's part: several share a bit.
static inline uint32_t composable_observed_bit(uint64_t state, uint32_t field) {
  uint32_t hash = (uint32_t)state * 2654435761u;
  uint32_t shift = 32 - composable_observed_bits;
  uint32_t mask = UINT32_MAX << (32 - composable_observed_part_bits);
  return ((hash & mask) | ((hash + field) & ~mask)) >> shift;
}

/// Whether a field of a state may be observed: the only cost of a write to a field without
/// observers.
static inline bool composable_may_be_observed(uint64_t state, uint32_t field) {
  uint32_t bit = composable_observed_bit(state, field);
  uint64_t word = __atomic_load_n(&composable_observed[bit >> 6], __ATOMIC_RELAXED);
  return __builtin_expect((word >> (bit & 63)) & 1, 0);
}

/// Replaces one of the words with the bits of fields.
static inline void composable_set_observed(uint32_t index, uint64_t word) {
  __atomic_store_n(&composable_observed[index], word, __ATOMIC_RELAXED);
}

/// A word of the bits of fields.
static inline uint64_t composable_get_observed(uint32_t index) {
  return __atomic_load_n(&composable_observed[index], __ATOMIC_RELAXED);
}

/// Whether any field of any state is observed.
static inline bool composable_observes(void) {
  return __builtin_expect(
      __atomic_load_n(&composable_observed_count, __ATOMIC_RELAXED) != 0, 0);
}

/// Counts a field that shares a bit. A count at its limit no longer changes.
///
/// Returns whether the bit is used for the first time.
static inline bool composable_share_observed_bit(uint32_t bit) {
  uint16_t sharers = composable_observed_sharers[bit];
  if (sharers != UINT16_MAX) composable_observed_sharers[bit] = sharers + 1;
  return sharers == 0;
}

/// Removes a field from the count of those that share a bit.
///
/// Returns whether the bit is no longer used.
static inline bool composable_unshare_observed_bit(uint32_t bit) {
  uint16_t sharers = composable_observed_sharers[bit];
  if (sharers == UINT16_MAX) return false;
  composable_observed_sharers[bit] = sharers - 1;
  return sharers == 1;
}

/// Whether any field uses a bit.
static inline bool composable_is_observed_bit_used(uint32_t bit) {
  return composable_observed_sharers[bit] != 0;
}

/// Adds to the number of observed fields, and returns the sum.
static inline int64_t composable_add_observed_count(int64_t difference) {
  return __atomic_add_fetch(&composable_observed_count, difference, __ATOMIC_RELAXED);
}

/// The number of observed fields.
static inline int64_t composable_get_observed_count(void) {
  return __atomic_load_n(&composable_observed_count, __ATOMIC_RELAXED);
}

#endif
