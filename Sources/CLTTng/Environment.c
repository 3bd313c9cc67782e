#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // secure_getenv
#endif

#include "Environment.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <strings.h>

static bool is_one_of(const char *value, const char *const words[], size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (strcasecmp(value, words[index]) == 0) return true;
  }
  return false;
}

composable_environment_switch composable_read_switch(const char *name) {
  static const char *const off[] = {"0", "off", "no", "false"};
  static const char *const on[] = {"1", "on", "yes", "true"};
  const char *value = secure_getenv(name);
  if (!value) return composable_switch_unset;
  if (is_one_of(value, off, sizeof off / sizeof *off)) return composable_switch_off;
  if (is_one_of(value, on, sizeof on / sizeof *on)) return composable_switch_on;
  return composable_switch_unset;
}
