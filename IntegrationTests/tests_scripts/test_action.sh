# scripts/action.sh chooses the commit to compare with: a push of a new branch has a commit of zeros
# before it, and a forced push one that is not there.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

unset SIGNPOST_BASE SIGNPOST_BEFORE SIGNPOST_BRANCH
zeros=0000000000000000000000000000000000000000
mkdir "$scratch/repository"
cd "$scratch/repository"
git init -q --initial-branch main
git config user.name test
git config user.email test@example.org
commit() { git commit -q --allow-empty -m "$1" && git rev-parse HEAD; }

# expect_base NAME COMMIT WORDS VARIABLE=VALUE…
expect_base() {
  local found
  found=$(env "${@:4}" "$repository/scripts/action.sh" base 2> "$scratch/reason") \
    || fail "$1: base ends with $?: $(cat "$scratch/reason")"
  expect_equal "$1" "$2" "$found"
  expect_equal "the reason of $1" "$3" "$(cat "$scratch/reason")"
}

commit first > "$scratch/first"
expect_base "a first commit" HEAD~1 "action: compares with HEAD~1, as the branch is new" \
  "SIGNPOST_BEFORE=$zeros"
second=$(commit second)
commit third > "$scratch/third"
expect_base "a push to main" "$second" "" "SIGNPOST_BEFORE=$second"
expect_base "a base that is named" v1 "" SIGNPOST_BASE=v1 "SIGNPOST_BEFORE=$zeros"
expect_base "no push at all" HEAD~1 "action: compares with HEAD~1"

git checkout -q -b topic
commit fourth > "$scratch/fourth"
commit fifth > "$scratch/fifth"
third=$(cat "$scratch/third")
expect_base "a new branch" "$third" \
  "action: compares with $third, the merge base with main, as the branch is new" \
  "SIGNPOST_BEFORE=$zeros"
absent=1234567890123456789012345678901234567890
expect_base "a forced push" "$third" \
  "action: compares with $third, the merge base with main, as $absent is no other commit here" \
  "SIGNPOST_BEFORE=$absent"
# CI checks out a commit, and has the branches of the remote alone.
git update-ref refs/remotes/origin/trunk "$third"
git checkout -q --detach
git branch -q -D main
expect_base "a new branch in CI" "$third" \
  "action: compares with $third, the merge base with origin/trunk, as the branch is new" \
  "SIGNPOST_BEFORE=$zeros" SIGNPOST_BRANCH=trunk
expect_base "a default branch that is not there" HEAD~1 \
  "action: compares with HEAD~1, as the branch is new" "SIGNPOST_BEFORE=$zeros"
