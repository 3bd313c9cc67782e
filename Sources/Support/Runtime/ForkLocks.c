#include "composable_fork_locks.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct composable_fork_lock {
  pthread_mutex_t mutex;
  bool is_taken_for_fork;
  composable_fork_lock *next;
  composable_fork_lock **link;
};

/// All locks, and the mutex of the list.
static composable_fork_lock *all;
static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;

// A thread that forks takes the locks in the order of the list, while others nest them in any
// order. So it takes all or none, and releases them between attempts: no lock order could prevent a
// deadlock.

enum { pause_microseconds = 50 };

/// Takes all locks that are free, and returns whether these are all.
static bool take_all(void) {
  bool are_all = true;
  for (composable_fork_lock *lock = all; lock; lock = lock->next) {
    lock->is_taken_for_fork = pthread_mutex_trylock(&lock->mutex) == 0;
    are_all = are_all && lock->is_taken_for_fork;
  }
  return are_all;
}

static void release_all(void) {
  for (composable_fork_lock *lock = all; lock; lock = lock->next) {
    if (lock->is_taken_for_fork) pthread_mutex_unlock(&lock->mutex);
    lock->is_taken_for_fork = false;
  }
}

static void before_fork(void) {
  // About a second: far longer than any lock is held, unless by the thread that forks. After that,
  // the child may inherit a held lock, as without this code.
  for (int attempts_left = 20000;; attempts_left--) {
    pthread_mutex_lock(&list);
    if (take_all() || attempts_left == 0) return;
    release_all();
    pthread_mutex_unlock(&list);
    usleep(pause_microseconds);
  }
}

static void in_parent(void) {
  release_all();
  pthread_mutex_unlock(&list);
}

static void in_child(void) {
  // New mutexes rather than unlocked ones: the threads that wait for the old ones do not exist
  // here.
  for (composable_fork_lock *lock = all; lock; lock = lock->next) {
    if (lock->is_taken_for_fork) pthread_mutex_init(&lock->mutex, NULL);
    lock->is_taken_for_fork = false;
  }
  pthread_mutex_init(&list, NULL);
}

static pthread_once_t are_forks_watched = PTHREAD_ONCE_INIT;

static void watch_forks(void) {
  pthread_atfork(before_fork, in_parent, in_child);
}

composable_fork_lock *composable_fork_lock_create(void) {
  pthread_once(&are_forks_watched, watch_forks);
  composable_fork_lock *lock = calloc(1, sizeof *lock);
  if (!lock) abort();
  pthread_mutex_init(&lock->mutex, NULL);
  pthread_mutex_lock(&list);
  lock->next = all;
  lock->link = &all;
  if (all) all->link = &lock->next;
  all = lock;
  pthread_mutex_unlock(&list);
  return lock;
}

void composable_fork_lock_destroy(composable_fork_lock *lock) {
  pthread_mutex_lock(&list);
  *lock->link = lock->next;
  if (lock->next) lock->next->link = lock->link;
  pthread_mutex_unlock(&list);
  pthread_mutex_destroy(&lock->mutex);
  free(lock);
}

void composable_fork_lock_lock(composable_fork_lock *lock) {
  pthread_mutex_lock(&lock->mutex);
}

void composable_fork_lock_unlock(composable_fork_lock *lock) {
  pthread_mutex_unlock(&lock->mutex);
}
