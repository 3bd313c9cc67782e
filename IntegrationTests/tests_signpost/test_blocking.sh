# With --blocking the program waits for room instead of losing events; and where nobody empties the
# buffers any more it goes on, once the longest wait is over.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

work=(--stores 1 --threads 1 --actions 2000)
expect_work "${work[@]}"
start_recording whole "${work[@]}" --blocking --subbuf-size 4K --num-subbuf 2
