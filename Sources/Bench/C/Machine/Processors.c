#define _GNU_SOURCE
#include "CMachine.h"

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

// New threads inherit the affinity of the thread that starts them.
static void move_all_threads(const cpu_set_t *processors) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  for (struct dirent *entry; (entry = readdir(threads));) {
    pid_t thread = (pid_t)atoi(entry->d_name);
    if (thread > 0) sched_setaffinity(thread, sizeof(*processors), processors);
  }
  closedir(threads);
}

static cpu_set_t all_processors;

bool processors_pin(void) {
  if (sched_getaffinity(0, sizeof(all_processors), &all_processors) != 0) return false;
  int first = 0;
  while (first < CPU_SETSIZE && !CPU_ISSET(first, &all_processors)) first++;
  if (first == CPU_SETSIZE) return false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  move_all_threads(&one);
  return true;
}

void processors_unpin(void) { move_all_threads(&all_processors); }
