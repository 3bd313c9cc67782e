#include "composable_observation.h"

__thread uint8_t composable_reading;
__thread bool composable_was_tracked;
uint64_t composable_observed[composable_observed_words];
int64_t composable_observed_count;
uint16_t composable_observed_sharers[1 << composable_observed_bits];
