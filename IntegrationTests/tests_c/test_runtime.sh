# The parts of the runtime in C, by themselves: ids, switches, the table of observed fields, locks
# and forks, children that crash, and a program without Swift's tasks. `make nightly` also runs this
# on other platforms.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
runtime=$repository/Sources/Support/Runtime

cat > "$scratch/program.c" << 'C'
#include "CCore.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;
#define EXPECT(condition)                                                  \
  do {                                                                     \
    if (!(condition)) {                                                    \
      printf("line %d: %s\n", __LINE__, #condition);                       \
      failures++;                                                          \
    }                                                                      \
  } while (0)

// MARK: Ids

// More ids than two blocks on each thread.
enum { thread_count = 8, ids_of_thread = 10000 };
static uint64_t ids[thread_count * ids_of_thread];

static void *make_ids(void *first) {
  for (int index = 0; index < ids_of_thread; index++) ((uint64_t *)first)[index] = composable_make_id();
  return NULL;
}

static int compare(const void *lhs, const void *rhs) {
  uint64_t left = *(const uint64_t *)lhs, right = *(const uint64_t *)rhs;
  return (left > right) - (left < right);
}

static void ids_of_threads_are_unique(void) {
  pthread_t threads[thread_count];
  for (int index = 0; index < thread_count; index++) {
    pthread_create(&threads[index], NULL, make_ids, &ids[index * ids_of_thread]);
  }
  for (int index = 0; index < thread_count; index++) pthread_join(threads[index], NULL);
  int count = thread_count * ids_of_thread;
  qsort(ids, (size_t)count, sizeof *ids, compare);
  EXPECT(ids[0] > 0);
  EXPECT(ids[count - 1] < composable_held_id);
  int repeated = 0;
  for (int index = 1; index < count; index++) repeated += ids[index] == ids[index - 1];
  EXPECT(repeated == 0);
}

static void id_of_send_is_taken_once(void) {
  struct composable_frame frame = {.action = 7};
  EXPECT(composable_take_action_id(&frame) == 7);
  EXPECT(composable_take_action_id(&frame) != 7);
  EXPECT(composable_take_action_id(NULL) != 0);
}

static void clock_is_monotonic(void) {
  uint64_t before = composable_now();
  for (int pass = 0; pass < 1000; pass++) {
    uint64_t now = composable_now();
    EXPECT(now >= before);
    before = now;
  }
  uint64_t tick = composable_last_tick();
  EXPECT(tick <= composable_now());
  // A tick takes 10 ms at most, and a busy machine may stop this thread between the two clocks.
  EXPECT(tick + 10000000000u > before);
}

// MARK: Switches

static int word;
static void *set_word(void *unused) {
  __atomic_store_n(&word, 1, __ATOMIC_RELAXED);
  return unused;
}

static void switches_are_on_with_word_or_listener(void) {
  static const int off = 0;
  EXPECT(!composable_instruments_actions());
  EXPECT(!composable_instruments_sends());
  EXPECT(!composable_instruments_scopes());
  EXPECT(!composable_instruments_observers());
  composable_set_action_switch(&word);
  composable_set_store_switches(&off, &word, &off);
  EXPECT(!composable_instruments_actions());
  pthread_t thread;
  pthread_create(&thread, NULL, set_word, NULL);
  for (int pass = 0; pass < 60000 && !composable_instruments_actions(); pass++) usleep(1000);
  pthread_join(thread, NULL);
  EXPECT(composable_instruments_actions());
  EXPECT(composable_instruments_scopes());
  EXPECT(!composable_instruments_sends());
  EXPECT(!composable_instruments_observers());
  composable_set_action_switch(&off);
  EXPECT(!composable_instruments_actions());
  composable_count_listener(1);
  EXPECT(composable_has_listener());
  EXPECT(composable_instruments_actions());
  EXPECT(composable_instruments_observers());
  composable_count_listener(-1);
  EXPECT(!composable_has_listener());
  EXPECT(!composable_instruments_observers());
}

static void *find_nothing(void *unused) {
  EXPECT(composable_get_frame() == NULL);
  EXPECT(composable_get_change() == NULL);
  EXPECT(composable_get_open_action().id == 0);
  return unused;
}

static void frame_belongs_to_thread(void) {
  struct composable_frame frame = {.generation = 5};
  composable_set_frame(&frame);
  composable_set_change(&frame);
  composable_set_open_action((struct composable_reported_action){3, "counter", "tick"});
  pthread_t thread;
  pthread_create(&thread, NULL, find_nothing, NULL);
  pthread_join(thread, NULL);
  EXPECT(composable_get_frame() == &frame);
  composable_did_report(composable_get_frame(), composable_get_open_action());
  EXPECT(frame.report && frame.report->generation == 5 && frame.report->action.id == 3);
  free(frame.report);
  composable_set_frame(NULL);
  composable_set_change(NULL);
  composable_set_open_action((struct composable_reported_action){0, NULL, NULL});
}

// MARK: Observation

static void bits_of_state_stay_in_its_part(void) {
  uint64_t state = 1;
  for (int pass = 0; pass < 100000; pass++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint32_t field = (uint32_t)(state >> 40), bit = composable_observed_bit(state, field);
    EXPECT(bit < 1u << composable_observed_bits);
    EXPECT(bit >> (composable_observed_bits - composable_observed_part_bits)
           == composable_observed_part(state));
    EXPECT((bit >> 6) / composable_observed_words_of_part == composable_observed_part(state));
    if (failures > 10) return;
  }
}

static void only_observed_field_is_found(void) {
  uint32_t bit = composable_observed_bit(42, 3), index = bit >> 6;
  EXPECT(!composable_may_be_observed(42, 3));
  EXPECT(composable_share_observed_bit(bit));
  composable_set_observed(index, composable_get_observed(index) | UINT64_C(1) << (bit & 63));
  EXPECT(composable_may_be_observed(42, 3));
  EXPECT(!composable_share_observed_bit(bit));
  EXPECT(!composable_unshare_observed_bit(bit));
  EXPECT(composable_is_observed_bit_used(bit));
  EXPECT(composable_unshare_observed_bit(bit));
  EXPECT(!composable_is_observed_bit_used(bit));
  composable_set_observed(index, 0);
  EXPECT(!composable_may_be_observed(42, 3));
  // A count at its limit stays there: the number of fields is unknown from then on.
  for (int count = 0; count < 70000; count++) composable_share_observed_bit(bit);
  for (int count = 0; count < 70000; count++) EXPECT(!composable_unshare_observed_bit(bit));
  EXPECT(composable_is_observed_bit_used(bit));
}

static void *count_fields(void *unused) {
  for (int pass = 0; pass < 20000; pass++) {
    composable_add_observed_count(2);
    composable_add_observed_count(-1);
  }
  return unused;
}

static void count_of_fields_is_exact(void) {
  pthread_t threads[4];
  for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, count_fields, NULL);
  for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  EXPECT(composable_get_observed_count() == 80000);
  EXPECT(composable_observes());
}

// MARK: Locks and forks

static composable_fork_lock *locks[2];
static int counts[2];
static bool is_over;

/// Counts are even while their lock is free. Two threads take the locks in turn, in both orders.
static void *lock_and_count(void *number) {
  int first = number != NULL;
  while (!__atomic_load_n(&is_over, __ATOMIC_RELAXED)) {
    for (int step = 0; step < 2; step++) {
      int index = first ^ step;
      composable_fork_lock_lock(locks[index]);
      (*(volatile int *)&counts[index])++;
      sched_yield();
      (*(volatile int *)&counts[index])++;
      composable_fork_lock_unlock(locks[index]);
    }
    usleep(100);
  }
  return NULL;
}

static void locks_are_free_in_forks(void) {
  pthread_t threads[2];
  for (int index = 0; index < 2; index++) locks[index] = composable_fork_lock_create();
  for (int index = 0; index < 2; index++) {
    pthread_create(&threads[index], NULL, lock_and_count, index ? locks : NULL);
  }
  for (int pass = 0; pass < 50; pass++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      int odd = 0;
      for (int index = 0; index < 2; index++) {
        composable_fork_lock_lock(locks[index]);
        odd += counts[index] % 2;
        composable_fork_lock_unlock(locks[index]);
      }
      _exit(odd);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT(status == 0);
  }
  __atomic_store_n(&is_over, true, __ATOMIC_RELAXED);
  for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
  for (int index = 0; index < 2; index++) composable_fork_lock_destroy(locks[index]);
}

// MARK: Children

static void end(void *context, int64_t *progress) {
  *progress = 41;
  *progress += 1;
  const char *way = context;
  if (strcmp(way, "exit") == 0) _exit(3);
  if (strcmp(way, "abort") == 0) abort();
  if (strcmp(way, "fault") == 0) *(volatile int *)8 = 1;
  if (strcmp(way, "trap") == 0) __builtin_trap();
  if (strcmp(way, "wait") == 0) for (;;) pause();
}

static void children_end_as_described(void) {
  composable_child_end end_of_child = composable_run_in_child(end, "return", 60);
  EXPECT(end_of_child.was_started && end_of_child.status == 0 && end_of_child.signal == 0);
  EXPECT(end_of_child.progress == 42);
  EXPECT(composable_run_in_child(end, "exit", 60).status == 3);
  EXPECT(composable_run_in_child(end, "abort", 60).signal == SIGABRT);
  EXPECT(composable_run_in_child(end, "fault", 60).signal == SIGSEGV);
  // Which of the two is the processor's choice.
  int trap = composable_run_in_child(end, "trap", 60).signal;
  EXPECT(trap == SIGILL || trap == SIGTRAP);
  EXPECT(composable_run_in_child(end, "wait", 1).signal == SIGALRM);
}

// MARK: Code, and programs without Swift

static void only_functions_are_code(void) {
  static int data;
  int local = 0;
  void *memory = malloc(64);
  EXPECT(composable_is_code((const void *)(uintptr_t)only_functions_are_code));
  EXPECT(!composable_is_code(&data));
  EXPECT(!composable_is_code(&local));
  EXPECT(!composable_is_code(memory));
  EXPECT(!composable_is_code(NULL));
  free(memory);
}

static void program_without_tasks_has_no_executor(void) {
  EXPECT(!composable_set_executor_hooks(true, NULL));
  EXPECT(!composable_set_chosen_executor(1, 2));
  EXPECT(!composable_counts_main_jobs());
  composable_set_main_executor(1, 2);
  EXPECT(!composable_is_on_main_actor());
  composable_begin_counting_jobs();
  EXPECT(composable_end_counting_jobs() == 0);
  composable_load_instrumentation();
  composable_observe_tests_if_possible();
}

int main(void) {
  ids_of_threads_are_unique();
  id_of_send_is_taken_once();
  clock_is_monotonic();
  switches_are_on_with_word_or_listener();
  frame_belongs_to_thread();
  bits_of_state_stay_in_its_part();
  only_observed_field_is_found();
  count_of_fields_is_exact();
  locks_are_free_in_forks();
  children_end_as_described();
  only_functions_are_code();
  program_without_tasks_has_no_executor();
  printf("%d failures\n", failures);
  return 0;
}
C
compile "$scratch/program" -I"$runtime/include" "$scratch/program.c" "$runtime"/*.c
expect_equal "the output" "0 failures" "$(timeout 300 "$scratch/program")"
