// Features of C that the hot path needs and Swift lacks: thread-local variables without a call,
// atomic words read as a branch. One header per concern.

#ifndef COMPOSABLE_CCORE_H
#define COMPOSABLE_CCORE_H

#include "composable_bytes.h"
#include "composable_chains.h"
#include "composable_child.h"
#include "composable_code.h"
#include "composable_dependencies.h"
#include "composable_executor.h"
#include "composable_fork_locks.h"
#include "composable_frame.h"
#include "composable_identifiers.h"
#include "composable_instrumentation.h"
#include "composable_locks.h"
#include "composable_observation.h"
#include "composable_reported_action.h"

#endif
