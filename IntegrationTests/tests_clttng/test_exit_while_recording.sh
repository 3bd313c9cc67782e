# A program may end while its other threads still record, as a concurrent program does that calls
# exit(): it ends with its own exit code.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *emit(void *argument) {
  (void)argument;
  for (uint64_t id = 1;; id++) {
    composable_effect_output_do(id, "still here");
  }
  return NULL;
}
// Registered before every other destructor, so that it runs after them and gives the threads time.
__attribute__((destructor(101))) static void linger(void) {
  usleep(50000);
}
int main(void) {
  pthread_t threads[4];
  for (int index = 0; index < 4; index++) {
    pthread_create(&threads[index], NULL, emit, NULL);
  }
  usleep(5000);
  exit(7);
}
C

start_daemon
start_session exits --subbuf-size=65536 --overwrite
for round in {1..10}; do
  status=0
  traced "$scratch/program" || status=$?
  expect_equal "the exit code of round $round" 7 "$status"
done
stop_session exits
events exits > "$scratch/events"
[[ -s $scratch/events ]] || fail "nothing was recorded"
