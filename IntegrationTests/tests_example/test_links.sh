# A program built with the package, as a client builds it, names no library of LTTng.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

needed=$(readelf -d "$counter" | awk '/\(NEEDED\)/')
[[ $needed == *libc.so* ]] || fail "readelf shows no libraries of $counter at all"
[[ $needed != *lttng* ]] || fail "$counter links LTTng: $needed"
loaded=$(ldd "$counter")
[[ $loaded != *lttng* ]] || fail "$counter loads LTTng: $loaded"
