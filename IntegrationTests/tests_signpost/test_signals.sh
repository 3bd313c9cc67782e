# However a signal is sent, the program has it once: by a key in a pipeline, to the process group,
# by `timeout` to both the command and its group, or to each process of a service, as systemd does.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# Writes down each signal, and ends with 9 at SIGUSR2.
cat > "$scratch/listener.c" << 'C'
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int log_file;
static void take(int number) {
  char line[32];
  if (number == SIGUSR2) _exit(9);
  int length = snprintf(line, sizeof line, "signal %d\n", number);
  if (write(log_file, line, length) != length) _exit(96);
  if (number == SIGTSTP) raise(SIGSTOP);
}
int main(int argc, char **argv) {
  int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};
  struct sigaction action = {.sa_handler = take};
  if (argc < 2) return 1;
  log_file = open(argv[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (argc > 2 && setsid() < 0) return 2;
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, 0);
  dprintf(log_file, "ready %d %d\n", getpid(), getppid());
  for (;;) pause();
}
C
"$(compiler)" -D_GNU_SOURCE -O1 -o "$scratch/listener" "$scratch/listener.c"

# begin NAME: waits for the program that a command in the background has started.
begin() {
  wait_until "the program of $1" has_line '^ready' "$scratch/$1.log"
  read -r _ program recorder < "$scratch/$1.log"
}

# expect_signals NAME NUMBER…: the signals that the program has had, in any order, as handlers may
# interrupt each other; one that is sent now comes last.
expect_signals() {
  local name=$1
  shift
  kill -USR1 "$recorder"
  wait_until "the last signal of $name" has_line '^signal 10$' "$scratch/$name.log"
  expect_equal "signals of $name" "$(printf 'signal %d\n' "$@" 10)" \
    "$(grep '^signal' "$scratch/$name.log" | grep -v ' 10$' | sort -k2n; echo signal 10)"
}

# end NAME: ends it and expects its exit code.
end() {
  local status=0
  kill -USR2 "$recorder"
  wait "$job" || status=$?
  expect_equal "the exit code of $1" 9 "$status"
}

# record NAME COMMAND…: in a process group of its own.
record() {
  local name=$1
  shift
  setsid "$@" "$signpost" record --no-report -o "$scratch/trace-$name" -- \
    "$scratch/listener" "$scratch/$name.log" > "$scratch/$name.out" 2>&1 &
  job=$!
  background_pids+=("$job")
  begin "$name"
}

record group env
kill -INT -- "-$job"
wait_until "the signal" has_line '^signal 2$' "$scratch/group.log"
kill -QUIT "$job"
wait_until "the second signal" has_line '^signal 3$' "$scratch/group.log"
kill -TERM -- "-$job"
wait_until "the third signal" has_line '^signal 15$' "$scratch/group.log"
expect_signals group 2 3 15
end group

# `timeout` forwards its signals, as at the end of the time: to the recorder, and to the group.
record timeout timeout 600
kill -TERM "$job"
wait_until "the signal" has_line '^signal 15$' "$scratch/timeout.log"
expect_signals timeout 15 18
end timeout

# A service ends: each of its processes has the signal, those that write the trace among them.
record service env
for pid in "$recorder" $(pgrep -P "$recorder") \
  $(pgrep -g "$(pgrep -P "$recorder" lttng-sessiond)"); do
  kill -TERM "$pid"
done 2> /dev/null
wait_until "the signal" has_line '^signal 15$' "$scratch/service.log"
expect_signals service 15
end service
! grep -E 'died|not complete' "$scratch/service.out" || fail "the service's trace is not complete"

# In a group of its own the program receives only the forwarded signals.
record apart env
kill "$program"
expect_signals apart 15
end apart

# On a terminal, in the middle of a pipeline.
mkfifo "$scratch/keys"
exec 6<> "$scratch/keys"
python3 "$(dirname "${BASH_SOURCE[0]}")/terminal.py" < "$scratch/keys" > "$scratch/screen" 2>&1 6>&- &
job=$!
background_pids+=("$job")
exec 7> "$scratch/keys" 6>&-
printf '%s\n' "cat | '$signpost' record --no-report -o '$scratch/trace-keys' -- '$scratch/listener' \
  '$scratch/keys.log' 2>&1 | cat" >&7
begin keys
printf '^C\n' >&7
wait_until "the key" has_line '^signal 2$' "$scratch/keys.log"
expect_signals keys 2
is_stopped() { [[ $(ps -o stat= -p "$1") == T* ]]; }
is_running() { [[ $(ps -o stat= -p "$1") != T* ]]; }
printf '^Z\n' >&7
wait_until "the program to stop" is_stopped "$program"
wait_until "the recorder to stop" is_stopped "$recorder"
printf 'fg\n' >&7
wait_until "the program to go on" is_running "$program"
wait_until "the recorder to go on" is_running "$recorder"
kill -TERM "$recorder"
wait_until "a signal after that" has_line '^signal 15$' "$scratch/keys.log"
expect_equal "signals of the keys" "$(printf 'signal %d\n' 2 10 20 18 15)" \
  "$(grep '^signal' "$scratch/keys.log")"
kill -USR2 "$recorder"
wait_until "the end of the recorder" is_gone "$recorder"
exec 7>&-
wait_until "the end of the terminal" is_gone "$job"

# A program ignores the signals that it would ignore without signpost, as under nohup.
cat > "$scratch/ignorer.c" << 'C'
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  if (argc > 1) {
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGCHLD, SIG_IGN);
    execvp(argv[1], argv + 1);
    return 1;
  }
  printf("ignores");
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (sigaction(number, 0, &action) == 0 && action.sa_handler == SIG_IGN) printf(" %d", number);
  }
  printf("\n");
  return 0;
}
C
"$(compiler)" -D_GNU_SOURCE -O1 -o "$scratch/ignorer" "$scratch/ignorer.c"
export TMPDIR=$scratch
ignored=$("$scratch/ignorer" "$scratch/ignorer")
expect_equal "the signals that a program ignores under record" "$ignored" \
  "$("$scratch/ignorer" "$signpost" record --no-report -o "$scratch/trace-ignored" -- \
    "$scratch/ignorer" 2> "$scratch/ignored.log")"
"$scratch/ignorer" "$signpost" start "ignored-$$" -o "$scratch/trace-background" -- \
  "$scratch/ignorer" 2> "$scratch/ignored.log" || fail "start: $(cat "$scratch/ignored.log")"
wait_until "the program in the background" has_line '^ignores' "$scratch/trace-background/recorder.log"
expect_equal "the signals that a program ignores in the background" "$ignored" \
  "$(grep '^ignores' "$scratch/trace-background/recorder.log")"
has_ended() { ! "$signpost" status "ignored-$$" > "$scratch/status" 2>&1; }
wait_until "the end in the background" has_ended
