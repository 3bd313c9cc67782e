#include "CMachine.h"

#include <sys/personality.h>

static int previous;

bool addresses_fix(void) {
  previous = personality(0xffffffff);
  return previous != -1 && personality((unsigned long)previous | ADDR_NO_RANDOMIZE) != -1;
}

void addresses_vary(void) {
  if (previous != -1) personality((unsigned long)previous);
}
