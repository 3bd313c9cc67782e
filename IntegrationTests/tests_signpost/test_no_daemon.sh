# A program in Swift comes to the same, and does not wait, where no session daemon is running.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

expect_work
mkdir "$scratch/empty"
# LTTng's own library waits up to this many milliseconds for a daemon. If our program waited for
# one that does not exist, it would wait for the ten minutes, and `timeout` would say so.
expect_equal "the output" "ready"$'\n'"$expected" \
  "$(LTTNG_HOME="$scratch/empty" HOME="$scratch/empty" LTTNG_UST_REGISTER_TIMEOUT=600000 \
    timeout 60 "$runner" work <<< round)"
