#include "CCore.h"
