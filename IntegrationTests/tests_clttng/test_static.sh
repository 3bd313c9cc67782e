# A program that is linked statically runs to its end, and records nothing, also where LTTng's
# library is installed and a session records: with the library, glibc would load a second copy of
# itself.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program -static << 'C'
#include "CLTTng.h"
#include <stdio.h>
int main(void) {
  printf("enabled: %d\n", composable_schema_enabled());
  composable_schema_do(COMPOSABLE_SCHEMA_VERSION, "test", "test");
  composable_effect_output_do(1, "not recorded");
  return 0;
}
C

start_daemon
start_session values
expect_equal "the output" "enabled: 0" "$(traced "$scratch/program")"
stop_session values
expect_equal "the streams" "" "$(find "$scratch" -path '*/trace-values/*' -name 'channel*')"
