# The tests run where no session daemon of others serves, whatever serves on the machine.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
isolate
mkdir -p /run/lttng
touch /run/lttng/of-others

unset SIGNPOST_TEST_ALONE
expect_equal "files of other daemons" "" "$("$repository/scripts/alone.sh" ls -A /run/lttng)"
expect_equal "the place of the others afterwards" "of-others" "$(ls -A /run/lttng)"
status=0
"$repository/scripts/alone.sh" sh -c 'exit 3' || status=$?
expect_equal "the exit code of the command" 3 "$status"
expect_equal "arguments" "a b|c" "$("$repository/scripts/alone.sh" bash -c 'printf "%s|%s" "$@"' bash "a b" c)"
