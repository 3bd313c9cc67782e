#if !__has_include(<zlib.h>)
#error "zlib's headers are missing: run `sudo apt-get install zlib1g-dev`"
#endif
#include <zlib.h>
