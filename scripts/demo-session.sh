#!/usr/bin/env bash
# Writes the commands of the demo, one per line, for the standard input of the example Counter.
set -euo pipefail

cat << 'COMMANDS'
# A user counts, quickly.
repeat 2000 +
repeat 500 -

# Facts: a few that come, and one that does not, as 1508 is a multiple of 13.
fact
wait
repeat 8 +
fact
wait
+
fact
wait

# Three impatient questions: each cancels the one before.
fact
fact
fact
wait

# A question about a number that is gone before the answer comes.
fact
+
wait

# A timer ticks for a moment, while the user counts.
timer
wait 250
repeat 250 +
wait 250
repeat 250 -
timer

# And all the way down again.
repeat 1000 -
fact
wait
COMMANDS
