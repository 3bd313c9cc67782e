# A program in Swift that works on command, its results, and the expected contents of its traces.
# Sourced by tests after support.sh.
#
# The test that sources this has the variables of support.sh.
# shellcheck disable=SC2154

binaries=$(built_products)
runner=$binaries/ScenarioRunner
signpost=$binaries/signpost
[[ -x $runner && -x $signpost ]] || fail "run swift build first"

# expect_work OPTION…: sets `expected` to the result of the work without tracing.
expect_work() {
  expected=$(SIGNPOST_TRACING=0 "$runner" work "$@" <<< round | grep '^result ')
}

# signpost_ends_with STATUS COMMAND ARGUMENT…: the output goes to $scratch/COMMAND.
signpost_ends_with() {
  local expected=$1 command=$2 status=0
  shift 2
  "$signpost" "$command" "$@" > "$scratch/$command" 2> "$scratch/errors" || status=$?
  ((status == expected)) \
    || fail "$command $* ends with $status, not $expected: $(cat "$scratch/$command" "$scratch/errors")"
}

# start_work OPTION…: the program, in the background; it waits for commands.
start_work() {
  traced_in_background "$runner" work "$@"
  wait_until "the program" has_line '^ready$' "$scratch/program.log"
}

# start_unrecorded_work: the program, in the background, while no session daemon has to be there.
start_unrecorded_work() {
  rm -f "$scratch/input" "$scratch/program.log"
  mkfifo "$scratch/input"
  exec 3<> "$scratch/input"
  "$runner" work < "$scratch/input" > "$scratch/program.log" 2>&1 3>&- &
  program_pid=$!
  background_pids+=("$program_pid")
  wait_until "the program" has_line '^ready$' "$scratch/program.log"
}

# start_recording NAME RECORD-OPTION… -- OPTION…: the same under `signpost record`, whose messages
# go to record.log.
start_recording() {
  local name=$1 options=()
  shift
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  # An earlier program has left its answers.
  rm -f "$scratch/input" "$scratch/program.log" "$scratch/record.log"
  mkfifo "$scratch/input"
  exec 3<> "$scratch/input"
  "$signpost" record --verbose --output "$scratch/trace-$name" "${options[@]}" -- "$runner" work "$@" \
    < "$scratch/input" > "$scratch/program.log" 2> "$scratch/record.log" 3>&- &
  program_pid=$!
  background_pids+=("$program_pid")
  wait_until "the program" has_line '^ready$' "$scratch/program.log"
}

is_registered() { lttng_client list --userspace | grep -q ScenarioRunner; }

# has_grown NAME [KIB]: whether a session's trace is larger than that.
has_grown() { [[ $(du -sk "$scratch/trace-$1" 2> /dev/null | cut -f1) -gt ${2:-500} ]]; }

is_gone_or_zombie() { is_gone "$1" || [[ $(ps -o stat= -p "$1") == Z* ]]; }

# tell COMMAND ANSWER: has the program do something, and waits until it answers.
tell() {
  local before
  before=$(answers "$2")
  printf '%s\n' "$1" >&3
  wait_until "the program's answer to $1" has_answered "$2" "$before"
}
answers() { grep -c "^$1" "$scratch/program.log" || true; }
has_answered() {
  ! is_gone "$program_pid" || fail "the program is gone: $(cat "$scratch/program.log")"
  (($(answers "$1") > $2))
}

# end_work [STATUS]: lets the program end, and expects that all of its work came to the same.
end_work() {
  local status=0
  exec 3>&-
  wait "$program_pid" || status=$?
  expect_equal "the program's exit code" "${1:-0}" "$status"
  expect_results
}

expect_results() {
  expect_equal "what the work comes to" "$expected" \
    "$(grep -E '^(result|another result)' "$scratch/program.log" | sort -u)"
}

# number_of EVENT NAME…: how many of an event the traces of these sessions have.
number_of() {
  local event=$1 name
  shift
  for name in "$@"; do events "$name"; done | grep -c "^$event " || true
}

# halves NAME: the begins and ends of a session's actions and effects that lack the other half, and
# those that are there twice, as `action begun`, `effect ended`, `action twice`; with their number.
# Where the session records vpid, an id means something only together with that.
halves() {
  events "$1" | halves_of_events
}
halves_of_events() {
  awk '
    function id(field) {
      match($0, "[ {]" field " = [0-9]+")
      return process " " field " " substr($0, RSTART + length(field) + 4, RLENGTH - length(field) - 4)
    }
    { process = match($0, /vpid = [0-9]+/) ? substr($0, RSTART, RLENGTH) : "" }
    $1 == "action_begin" || $1 == "effect_begin" {
      kind = substr($1, 1, 6)
      key = id(kind)
      # An effect that runs when a session starts is announced.
      if (kind == "action" && key in known) halves[kind " twice"]++
      known[key] = open[key] = 1
    }
    $1 == "action_end" || $1 == "effect_end" {
      kind = substr($1, 1, 6)
      key = id(kind)
      if (key in open) delete open[key]
      else halves[kind " ended"]++
    }
    END {
      for (key in open) { split(key, part, " "); halves[(key ~ / effect /) ? "effect begun" : "action begun"]++ }
      for (half in halves) print half, halves[half]
    }
  ' | sort
}

# repeated_ids: those that more than one action, effect or store of the events on standard input
# has; all draw from the same numbers.
repeated_ids() {
  sed -nE 's/^(action_begin|effect_begin|store_created) .*\{ (action|effect|store) = ([0-9]+), .*/\3/p' \
    | sort | uniq -d | head -5
}

# report NAME [STATUS]: the report of a session as text in $scratch/report, and as facts, one on
# each line, as `losses.events 12` and `processes.0.name "a"`, in $scratch/facts.
report() {
  local status=0
  "$signpost" report "$scratch/trace-$1" > "$scratch/report" 2> "$scratch/report.errors" || status=$?
  expect_equal "the exit code of the report of session $1" "${2:-0}" "$status"
  "$signpost" report --json "$scratch/trace-$1" 2> "$scratch/report.errors" \
    | awk '
      {
        depth = (match($0, /[^ ]/) - 1) / 2
        line = substr($0, RSTART)
        sub(/,$/, "", line)
        if (line ~ /^[]}]/) next
        if (match(line, /^"[a-z_0-9]+" : /)) {
          key = substr(line, 2, RLENGTH - 5)
          line = substr(line, RLENGTH + 1)
        } else {
          key = count[depth]++
        }
        path[depth] = depth > 1 ? path[depth - 1] "." key : key
        if (line ~ /^[[{]$/) count[depth + 1] = 0
        else print path[depth], line
      }
    ' > "$scratch/facts" || true
}

fact() { sed -n "s/^$1 //p" "$scratch/facts"; }

# expect_fact KEY VALUE: in the last report.
expect_fact() { expect_equal "$1 in the report" "$2" "$(fact "$1")"; }
