# A program reads patterns of prefixes and names from the file SIGNPOST_SELECTION, again whenever
# they change, and decides the same for equal pairs on all threads. A file of another kind is none.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static struct composable_selection_page *page;
static int failures;

static void write_patterns(const char *patterns) {
  __atomic_add_fetch(&page->generation, 1, __ATOMIC_SEQ_CST);
  strcpy(page->patterns, patterns);
  __atomic_add_fetch(&page->generation, 1, __ATOMIC_SEQ_CST);
}

static void expect(bool is_left_out, const char *prefix, const char *name) {
  // The second time, the decision is known.
  for (int time = 0; time < 2; time++) {
    if (composable_leaves_out(prefix, name) == is_left_out) continue;
    printf("%s, %s: expected %d with %s\n", prefix ? prefix : "-", name, is_left_out, page->patterns);
    failures++;
  }
}

static void *decide(void *unused) {
  static const char *const prefixes[] = {"todos", "search"};
  for (int count = 0; count < 200000; count++) {
    const char *prefix = prefixes[count % 2];
    // Both patterns that are written leave out the name.
    if (!composable_leaves_out(prefix, "never")) failures++;
  }
  return unused;
}

int main(int count, char **arguments) {
  if (arguments[count - 1] != arguments[0]) {
    puts(composable_selection ? "mapped" : "not mapped");
    return 0;
  }
  int file = open(getenv("SIGNPOST_SELECTION"), O_RDWR);
  page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  expect(false, "todos", "add");
  write_patterns("ptodos");
  expect(false, "todos", "add");
  expect(true, "todo", "add");
  expect(true, "todoss", "add");
  expect(true, "", "add");
  expect(false, NULL, "add");
  write_patterns("nload*");
  expect(false, "todos", "load");
  expect(false, "search", "loaded");
  expect(true, "todos", "add");
  expect(false, NULL, "loaded");
  expect(true, NULL, "add");
  write_patterns("ptodos\np*.search\nn*a*d*\nnx");
  expect(false, "todos", "add");
  expect(false, "app.search", "x");
  expect(false, ".search", "canceled");
  expect(true, "search", "x");
  expect(true, "todos", "xx");
  expect(true, "todos", "d.a");
  expect(false, "todos", "dad.ad");
  write_patterns("p\nn**");
  expect(false, "", "any");
  expect(true, "todos", "any");
  // Earlier patterns apply while others are written.
  __atomic_add_fetch(&page->generation, 1, __ATOMIC_SEQ_CST);
  expect(true, "todos", "any");
  expect(true, "todos", "later");
  __atomic_add_fetch(&page->generation, 1, __ATOMIC_SEQ_CST);
  // More pairs than the table keeps.
  write_patterns("n*1");
  for (int number = 0; number < 10000; number++) {
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    expect(number % 10 != 1, "todos", strdup(name));
  }
  pthread_t threads[4];
  write_patterns("nalways");
  for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, decide, NULL);
  for (int change = 0; change < 1000; change++) write_patterns(change % 2 ? "nalways" : "palways");
  for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  write_patterns("");
  expect(false, "todos", "add");
  printf("%d failures\n", failures);
  return 0;
}
C

head -c 4096 /dev/zero > "$scratch/selection"
expect_equal "decisions" "0 failures" "$(SIGNPOST_SELECTION=$scratch/selection "$scratch/program")"

# is_mapped ANSWER WHAT FILE
is_mapped() {
  expect_equal "$2" "$1" "$(SIGNPOST_SELECTION=$3 "$scratch/program" ask)"
}
is_mapped mapped "the file of a recording" "$scratch/selection"
head -c 4095 /dev/zero > "$scratch/short"
ln -s "$scratch/selection" "$scratch/link"
mkfifo "$scratch/pipe"
for file in short link pipe missing; do is_mapped "not mapped" "a file that is $file" "$scratch/$file"; done
is_mapped "not mapped" "an empty variable" ""
