#include "CMachine.h"

#include <features.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

const char *toolchain_compiler(void) { return __VERSION__; }

const char *toolchain_library_version(void) {
#ifdef __GLIBC__
  return gnu_get_libc_version();
#else
  return "";
#endif
}
