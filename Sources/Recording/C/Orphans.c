#include "CProcesses.h"

#include <sys/prctl.h>

bool orphans_adopt(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0; }

void orphans_release(void) { prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); }
