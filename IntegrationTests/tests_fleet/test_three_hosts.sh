# Three hosts send to one relay daemon, and are three hosts in every report; one of their links goes
# down and comes back, and nothing is lost.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../tests_signpost/work.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

start_network

# Nothing is sent in the clear unasked, and where none listens that is said.
status=0
on alpha "$signpost" record --relay 10.77.0.1 -- true > "$scratch/refused.log" 2>&1 || status=$?
expect_equal "the exit code of a refused relay" 64 "$status"
grep -q 'reached through uplink, which is no tunnel' "$scratch/refused.log"
grep -q 'ssh -N -L 5342' "$scratch/refused.log"
status=0
on alpha "$signpost" record --relay 10.77.0.1 --insecure -- true > "$scratch/refused.log" 2>&1 \
  || status=$?
expect_equal "the exit code without a relay" 75 "$status"
status=0
on relay "$signpost" collect --listen 10.77.0.1 -o "$scratch/none" > "$scratch/refused.log" 2>&1 \
  || status=$?
expect_equal "the exit code of a refused address" 64 "$status"

start_collecting
for host in "${hosts[@]}"; do record_on "$host"; done
for host in "${hosts[@]}"; do work_on "$host"; done

# beta works on while its link is down.
on beta ip link set uplink down
work_on beta
work_on beta
on beta ip link set uplink up
work_on beta
for host in "${hosts[@]}"; do end_on "$host"; done
wait_until "all of it" has_line '"arriving":0.*"hosts":3' "$scratch/collect.json"
stop_collecting

figures
expect_equal "hosts" "['alpha', 'beta', 'gamma']" \
  "$(figure 'sorted(p["host"] for p in report["processes"])')"
# 852 actions are one round of work.
expect_equal "actions of each host" "[('alpha', 852), ('beta', 3408), ('gamma', 852)]" \
  "$(figure 'sorted((p["host"], p["actions"]) for p in report["processes"])')"
expect_equal "whether all is complete" True "$(figure 'report["is_complete"]')"
for host in "${hosts[@]}"; do
  grep -q 'no event was lost' "$scratch/$host.record.log"
  grep -q '"reason" : "complete"' "$scratch/note-$host/signpost.json"
done

# A host is one more dimension.
figures --host 'b*'
expect_equal "actions of beta" 3408 "$(figure 'sum(p["actions"] for p in report["processes"])')"
figures --by host --unfold
expect_equal "rows by host" "[('alpha', 200), ('beta', 800), ('gamma', 200)]" \
  "$(figure 'sorted((a["group"], a["count"]) for a in report["actions"] if a["name"] == "part.add")')"
"$signpost" events "$scratch/fleet" --host gamma > "$scratch/events"
grep -q gamma "$scratch/events"
! grep -E 'alpha|beta' "$scratch/events" || fail "events of one host are not alone"
# 852 actions as they were sent, and 200 of them once more as a nested wrapper saw them.
expect_equal "rows of a table by host" 1052 "$("$signpost" export "$scratch/fleet" -f csv -o - \
  --host alpha | grep -c '^action,')"

is_gone_from_fleet || fail "a relay daemon is left"
