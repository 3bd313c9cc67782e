#ifndef COMPOSABLE_ENVIRONMENT_H
#define COMPOSABLE_ENVIRONMENT_H

/// The value of an environment variable that is a switch.
typedef enum {
  composable_switch_unset,
  composable_switch_off,
  composable_switch_on,
} composable_environment_switch;

/// Reads an environment variable that is a switch: "0", "off", "no" or "false" turn it off, "1",
/// "on", "yes" or "true" on, and anything else leaves it unset.
///
/// A set-uid program ignores the environment of the user who starts it, as LTTng itself does there.
__attribute__((visibility("hidden")))
composable_environment_switch composable_read_switch(const char *name);

#endif
