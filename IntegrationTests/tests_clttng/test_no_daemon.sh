# A program runs to its end, and promptly, where no session daemon is running.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
int main(void) {
  for (uint64_t id = 1; id <= 1000; id++) {
    if (composable_effect_output_enabled()) {
      return 1;
    }
    composable_effect_output_do(id, "not recorded");
  }
  puts("to the end");
  return 0;
}
C
mkdir "$scratch/empty"

# LTTng's own library waits up to this many milliseconds for a daemon. If our program waited for
# one that does not exist, it would wait for the ten minutes, and `timeout` would say so.
expect_equal "the output" "to the end" \
  "$(LTTNG_HOME="$scratch/empty" HOME="$scratch/empty" LTTNG_UST_REGISTER_TIMEOUT=600000 \
    timeout 30 "$scratch/program")"
