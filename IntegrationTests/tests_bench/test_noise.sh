# A processor that is busy with something else makes everything slower, and nothing a regression.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/bench.sh"

commit_thresholds
(while :; do :; done) &
background_pids+=($!)
for _ in 1 2 3; do
  expect_status "beside a busy program" 0 "$bench" --quick --check
done
