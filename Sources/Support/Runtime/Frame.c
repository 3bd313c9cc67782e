#include "composable_frame.h"

__thread struct composable_frame *composable_current_frame;
