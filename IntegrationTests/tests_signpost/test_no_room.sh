# Shared memory has room for the buffers of one process, and a second one starts beside it. The
# second runs untraced, and `record` names it with the error of the session daemon. By the plan both
# have room.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

unshare --mount true 2> /dev/null || { echo "no mount namespaces here"; exit 0; }

cat > "$scratch/two.sh" << 'EOF'
"$1" work < "$2/first.in" > "$2/first.out" &
exec 4> "$2/first.in"
until grep -q '^ready' "$2/first.out"; do sleep 0.02; done
echo round | "$1" work > "$2/second.out"
exec 4>&-
wait
EOF

# record_two NAME OPTION…: two processes at a time, with 24 MiB of shared memory.
record_two() {
  local name=$1
  shift
  rm -f "$scratch"/first.*
  mkfifo "$scratch/first.in"
  unshare --mount --propagation private bash -c '
    mount -t tmpfs -o size=24m tmpfs /dev/shm && exec "$@"' bash \
    "$signpost" record --no-report --output "$scratch/trace-$name" "$@" -- \
    bash "$scratch/two.sh" "$runner" "$scratch" 2> "$scratch/record.log"
}

processors=$(($(sed -E 's/.*[-,]//' /sys/devices/system/cpu/possible) + 1))
size=4
# LTTng adds a sub-buffer to the two of each ring.
while ((size * 1024 * 3 * processors * 2 < 24 << 20)); do size=$((size * 2)); done

record_two full --subbuf-size="${size}K" --num-subbuf=2
has_line "nothing was recorded of these processes" "$scratch/record.log" \
  || fail "nothing is said: $(cat "$scratch/record.log")"
expect_equal "processes that are named" 1 "$(grep -c '^  ScenarioRunner-' "$scratch/record.log")"
has_line "^  Error: " "$scratch/record.log" \
  || fail "the daemon is not quoted: $(cat "$scratch/record.log")"
expect_equal "what the process comes to" 1 "$(grep -c '^result ' "$scratch/second.out")"

record_two planned
! has_line "nothing was recorded of these processes" "$scratch/record.log" \
  || fail "the plan has no room: $(cat "$scratch/record.log")"
expect_equal "processes" 2 "$(find "$scratch/trace-planned/ust/pid" -mindepth 1 -maxdepth 1 | wc -l)"
