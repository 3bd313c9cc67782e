# The recipes for `git bisect run` in Documentation/Replay.md find the commit that changed the
# actions of a session, and the one that made a program slower. Stand-ins replace the compiler: each
# commit defines the behaviour of its program.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

tests=("$binaries/composable-signpostPackageTests.xctest" --testing-library swift-testing
  --filter ReplayTests/theRecordedSession)
[[ -x ${tests[0]} ]] || fail "run swift build --build-tests first"

# stand_in RECIPE: the stand-in that builds and tests the commits of a recipe, from standard input.
stand_in() {
  mkdir "$scratch/$1"
  ln -s "$signpost" "$scratch/$1/signpost"
  { printf '#!/usr/bin/env bash\n'; cat; } > "$scratch/$1/swift"
  chmod +x "$scratch/$1/swift"
  PATH=$scratch/$1:$PATH
}

# make_repository NAME CHANGE…: a commit for each change.
make_repository() {
  local number=0 change
  mkdir "$scratch/$1.git"
  cd "$scratch/$1.git"
  shift
  git init -q
  git config user.name test
  git config user.email test@example.org
  echo .build > .gitignore
  for change; do
    number=$((number + 1))
    printf '%s' "$change" > change
    printf '%s' "$number" > number
    git add .
    git commit -qm "commit $number"
  done
  BAD=HEAD
  GOOD=$(git rev-list --max-parents=0 HEAD)
  export BAD GOOD
}

# expect_found RECIPE NUMBER: runs the recipe, which has to find this commit.
expect_found() {
  awk -v fence="\`\`\`sh $1" '$0 == fence { writing = 1; next } /^```$/ { writing = 0 } writing' \
    "$repository/Documentation/Replay.md" > "$scratch/$1.sh"
  [[ -s $scratch/$1.sh ]] || fail "no recipe $1 in Documentation/Replay.md"
  bash "$scratch/$1.sh" > "$scratch/$1.log" 2>&1 || fail "$1: $(tail -20 "$scratch/$1.log")"
  local commit
  commit=$(git log --all --format=%H --grep "^commit $2\$")
  has_line "^$commit is the first bad commit" "$scratch/$1.log" \
    || fail "$1 does not find commit $2: $(tail -20 "$scratch/$1.log")"
}

# Both recipes run at the same time, each with its own compiler.
bisect_replay() {
  "$signpost" record --quiet --output "$scratch/errands" -- "$runner" errands
  "$signpost" extract "$scratch/errands" -o "$scratch/errands.jsonl" 2> /dev/null
  stand_in bisect-replay << END
[[ \$1 == build ]] && { [[ \$(cat change) != broken ]]; exit; }
REPLAY_SUFFIX=\$(cat change) REPLAY_SESSION=$scratch/errands.jsonl ${tests[*]@Q}
END
  make_repository replay '' '' '' broken '' '!' '!' '!'
  expect_found bisect-replay 6
}

# The recordings of the good commit are made together, and may be slower for that: the slower action
# takes six times as long.
bisect_diff() {
  local run pids=()
  for run in 1 2 3 4 5; do
    ROUNDS=15 "$signpost" record --quiet --output "$scratch/good-$run" -- \
      "$binaries/PlantedProgram" > /dev/null &
    pids+=($!)
  done
  stand_in bisect-diff << END
mkdir -p .build/release
printf '#!/bin/sh\nROUNDS=15 PLANTED=%s exec %s\n' "\$(cat change)" "$binaries/PlantedProgram" \
  > .build/release/MyProgram
chmod +x .build/release/MyProgram
END
  for run in "${pids[@]}"; do wait "$run" || fail "a recording of the good commit ends with $?"; done
  make_repository diff none:1 none:1 search:6 search:6
  expect_found bisect-diff 3
}

for recipe in bisect_replay bisect_diff; do
  "$recipe" &
  background_pids+=($!)
done
while ((${#background_pids[@]} > 0)); do
  wait "${background_pids[0]}"
  background_pids=("${background_pids[@]:1}")
done
