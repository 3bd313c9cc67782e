# A trace of each example has the same numbers of actions, effects, arrows and nanoseconds in all
# formats, in the report, and in the output of babeltrace2.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$repository/IntegrationTests/tests_export/exports.sh"

# record_example NAME [OPTION…]: with the commands on standard input.
record_example() {
  local name=$1 program
  shift
  program=$(built_example "$name")
  # Examples that need the macros do not exist if nothing is built with them.
  if [[ ! -x $program && ${COMPOSABLE_WITHOUT_MACROS:-0} == 1 ]]; then
    printf '%s is not built without the macros: left out\n' "$name" >&2
    return
  fi
  [[ -x $program ]] || fail "no $name: run swift build --package-path Examples first"
  "$signpost" record --quiet --subbuf-size 1M --output "$scratch/$name" -- "$program" "$@" \
    > "$scratch/output" 2> "$scratch/record.log" \
    || fail "recording $name ends with $?: $(cat "$scratch/record.log" "$scratch/output")"
  expect_same_counts "$scratch/$name"
  printf '%s: %s\n' "$name" "$counted" >&2
  has_line '^actions [1-9][0-9]*, ' <(echo "$counted") || fail "$name does nothing: $counted"
}

record_example Counter --count-actions "$scratch/counts.json" --timer-interval 5 << 'COMMANDS'
repeat 200 +
fact
wait
fact
fact
wait
timer
wait 50
repeat 20 -
timer
COMMANDS
# The counts of the program itself.
expect_equal "actions as Counter has counted them" \
  "$(sed -nE 's/^ *".*" : ([0-9]+),?$/\1/p' "$scratch/counts.json" | awk '{ sum += $1 } END { print sum }')" \
  "$(sed -E 's/^actions ([0-9]+), .*/\1/' <<< "$counted")"

record_example NumberFactCounter << 'COMMANDS'
repeat 10 +
fact
wait
dismiss
COMMANDS

record_example ShoppingList << 'COMMANDS'
add Bread
add Milk
check 1
edit 2 Oat milk
filter
wait
COMMANDS

record_example HigherOrderReducers << 'COMMANDS'
repeat 5 +
fact
wait
dismiss
title My numbers
color
wait
COMMANDS

record_example FeatureWithDependencies << 'COMMANDS'
repeat 3 +
fact
wait
COMMANDS

record_example Search --fail-multiples-of 3 << 'COMMANDS'
search ber
search berl
wait
open 1
wait
close
search atlantis
wait
COMMANDS

record_example SensorMemos --directory "$scratch/memos" --interval 20 << 'COMMANDS'
record
choose 1
wait 300
stop
rename 1 The tests
play 1
speed
wait
delete 1
choose 1
COMMANDS

record_example TicTacToe --code 123456 << 'COMMANDS'
email ben@example.com
password password
login
wait
code 123456
submit
wait
x Anna
o Ben
play
move 1 1
move 2 2
leave
wait
logout
COMMANDS

record_example TutorialCounter << 'COMMANDS'
+
fact
wait
timer
wait 100
timer
COMMANDS

record_example Todos --file "$scratch/todos.json" << 'COMMANDS'
add Water the plants
add Write the notes
toggle 1
up 2
open 1
note What is new.
wait
close
delete 2
choose 1
undo
clear
COMMANDS
