# A session as a workload: measured, judged by thresholds of its own, the same each time, also where
# its actions name elements of a stack. A session that is not of the feature any more, and a file
# that is no session, are refused before anything is measured.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/bench.sh"
cd "$scratch"

# session FEATURE STATE ACTION…: a session on standard output; an action is NAME=DATA.
session() {
  local feature=$1 state=$2 number=0 action
  shift 2
  printf '{"signpostSession":1,"feature":"%s","prefix":"","process":{"name":"p"},"store":"1",' "$feature"
  printf '"started":"","schema":6,"actions":%d,"fromCreation":true,"changes":false,' $#
  printf '"digests":false,"state":%s}\n' "$state"
  for action; do
    number=$((number + 1))
    printf '{"action":%d,"at":%d,"name":"%s","returned":"none","data":%s}\n' \
      $number $((number * 1000000)) "${action%%=*}" "${action#*=}"
  done
}

# The ids begin where the state says; each time the session begins again, so do they.
pile='{"pile":{"elements":[{"words":1}],"ids":[6],"next":9}}'
wrote() { printf 'pile.element.wrote={"pile":{"_0":{"element":{"id":%d,"action":{"wrote":{}}}}}}' "$1"; }
session Papers "$pile" "$(wrote 6)" 'putButtonTapped={"putButtonTapped":{}}' "$(wrote 9)" \
  'clearButtonTapped={"clearButtonTapped":{}}' > papers.jsonl

expect_status "the names" 0 "$bench" --list --replay papers.jsonl
expect_equal "the names" 'replay/plain class replay/session' "$(paste -sd ' ' output)"
expect_status "a session" 0 "$bench" --quick --replay papers.jsonl --update limits.json
has_line '^session ' output || fail "$(cat output)"
has_line '^session / plain class ' output || fail "$(cat output)"
# If the element were missing, each action would be an issue.
expect_equal "complaints" "" "$(cat errors)"
# Without the figure, which is a time.
expect_status "the same again" 0 "$bench" --quick --replay papers.jsonl --check limits.json \
  --filter '^replay/session$'
expect_status "an allocation more" 2 env BENCH_FIXTURE=allocation \
  "$bench" --quick --replay papers.jsonl --check limits.json
has_line '^REGRESSION   replay/session: allocations per operation' output || fail "$(cat output)"

# Thresholds of the project are not for sessions, and instructions are not counted.
for option in --check --update --instructions; do
  expect_status "$option without a file" 64 "$bench" --replay papers.jsonl $option
  has_line '^.*--replay' errors || fail "$(cat errors)"
done

# A changed Action: all cases that differ are listed, and nothing is measured.
session Papers "$pile" 'putButtonTapped={"putButtonTapped":{}}' 'foldButtonTapped={"foldButtonTapped":{}}' \
  'tornButtonTapped={"tornButtonTapped":{"_0":1}}' 'foldButtonTapped={"foldButtonTapped":{}}' > old.jsonl
expect_status "a changed action" 65 "$bench" --replay old.jsonl
expect_equal "what is measured" "" "$(cat output)"
for line in "'Action' does not have any more" 'foldButtonTapped, 2 times, first as action 2' \
  'tornButtonTapped, once, first as action 3'; do
  has_line "$line" errors || fail "no “$line” in: $(cat errors)"
done
session Papers '{"heap":[]}' 'putButtonTapped={"putButtonTapped":{}}' > state.jsonl
expect_status "a changed state" 65 "$bench" --replay state.jsonl
has_line "is no 'State' any more" errors || fail "$(cat errors)"

# Files that are no sessions, or no complete ones.
printf 'precious\n' > foreign
expect_status "a foreign file" 65 "$bench" --replay foreign
has_line 'is no session: make one with `signpost extract' errors || fail "$(cat errors)"
head -n 3 papers.jsonl > cut.jsonl
expect_status "a cut file" 65 "$bench" --replay cut.jsonl
has_line 'the file ends after 2 of 4 actions' errors || fail "$(cat errors)"
session Papers "$pile" > empty.jsonl
expect_status "no action" 65 "$bench" --replay empty.jsonl
has_line 'there is no action' errors || fail "$(cat errors)"
sed 's/"signpostSession":1/"signpostSession":99/' papers.jsonl > new.jsonl
expect_status "a later version" 65 "$bench" --replay new.jsonl
has_line 'update the package' errors || fail "$(cat errors)"
expect_status "no file" 64 "$bench" --replay missing.jsonl
has_line 'missing.jsonl.*No such file' errors || fail "$(cat errors)"
expect_status "a directory" 64 "$bench" --replay .

# Bench itself has one feature that it replays, and says so.
bench=$(built_products)/Bench
[[ -x $bench ]] || fail "no $bench: run swift build first"
session Counter '{"count":1}' 'incrementButtonTapped={"incrementButtonTapped":{}}' \
  'numberChosen={"numberChosen":{"_0":7}}' > counter.jsonl
expect_status "a session of Bench's own feature" 0 "$bench" --quick --replay counter.jsonl
has_line '^session ' output || fail "$(cat output)"
expect_status "a session of another feature" 64 "$bench" --replay papers.jsonl
has_line 'Suite.replay(_:)' errors || fail "$(cat errors)"
