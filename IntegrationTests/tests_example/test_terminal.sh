# Ctrl-C on a terminal that controls the example ends it as a signal does, and gives the terminal
# back.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

# `script` is the terminal; its keyboard is a pipe that stays open until the example is gone.
mkfifo "$scratch/keyboard"
cat > "$scratch/shell.sh" << 'SHELL'
before=$(stty -g)
trap : INT
"$1"
echo "exit code $?"
[ "$(stty -g)" = "$before" ] && echo "terminal as before"
SHELL
TERM=xterm NO_COLOR=1 script --quiet --flush --command "sh '$scratch/shell.sh' '$counter'" "$scratch/screen" \
  < "$scratch/keyboard" > /dev/null 2>&1 &
background_pids+=($!)
exec 3> "$scratch/keyboard"

wait_until "the first screen" has_line 'q quit' "$scratch/screen"
printf '++' >&3
wait_until "the count" has_line '  2' "$scratch/screen"
printf '\003' >&3
wait_until "the end" has_line 'terminal as before' "$scratch/screen"
exec 3>&-
has_line 'exit code 130' "$scratch/screen" || fail "$(cat "$scratch/screen")"
