# A program forks while its other threads create stores, name actions and read dependencies. Each
# child goes on with stores of its own, to the same result.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

work=(--stores 2 --threads 4 --actions 40)
forks=200
expect_work "${work[@]}"
rm -f "$scratch/input"
mkfifo "$scratch/input"
exec 3<> "$scratch/input"
"$runner" work "${work[@]}" < "$scratch/input" > "$scratch/program.log" 2> "$scratch/program.errors" 3>&- &
program_pid=$!
background_pids+=("$program_pid")
wait_until "the program" has_line '^ready$' "$scratch/program.log"
tell begin working
for ((number = 1; number <= forks; number++)); do printf 'fork\n'; done >&3
wait_until "the forks" has_answered "child [0-9]" $((forks - 1))
tell end result
end_work
expect_equal "the children's ends" "$forks child 0" \
  "$(grep -E '^child [0-9]' "$scratch/program.log" | sort | uniq -c | sed 's/^ *//')"
expect_equal "the results of the children" 1 \
  "$(grep '^child result ' "$scratch/program.log" | sort -u | wc -l)"
