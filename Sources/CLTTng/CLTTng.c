#include "CLTTng.h"
