#if !__has_include(<babeltrace2/babeltrace.h>)
#error "libbabeltrace2's headers are missing: run `sudo apt-get install libbabeltrace2-dev`"
#endif
#include <babeltrace2/babeltrace.h>
