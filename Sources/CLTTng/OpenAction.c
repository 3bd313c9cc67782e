#include "OpenAction.h"

__thread uint64_t composable_open_action;
