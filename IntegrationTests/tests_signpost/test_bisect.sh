# The recipes for `git bisect run` in Documentation/Replay.md find the commit that changed what a
# session does, and the one that made a program slower. Stand-ins take the place of the compiler:
# each commit says what its program does.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

tests=("$binaries/composable-signpostPackageTests.xctest" --testing-library swift-testing
  --filter ReplayTests/theRecordedSession)
[[ -x ${tests[0]} ]] || fail "run swift build --build-tests first"
mkdir "$scratch/bin"
export PATH="$scratch/bin:$PATH"
ln -s "$signpost" "$scratch/bin/signpost"

# make_repository NAME CHANGE…: a commit for each change.
make_repository() {
  local number=0 change
  mkdir "$scratch/$1"
  cd "$scratch/$1"
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
    "$repository/Documentation/Replay.md" > "$scratch/recipe.sh"
  [[ -s $scratch/recipe.sh ]] || fail "no recipe $1 in Documentation/Replay.md"
  bash "$scratch/recipe.sh" > "$scratch/bisect" 2>&1 || fail "$1: $(tail -20 "$scratch/bisect")"
  local commit
  commit=$(git log --all --format=%H --grep "^commit $2\$")
  has_line "^$commit is the first bad commit" "$scratch/bisect" \
    || fail "$1 does not find commit $2: $(tail -20 "$scratch/bisect")"
}

"$signpost" record --quiet --output "$scratch/errands" -- "$runner" errands
"$signpost" extract "$scratch/errands" -o "$scratch/errands.jsonl" 2> /dev/null
cat > "$scratch/bin/swift" << END
#!/usr/bin/env bash
[[ \$1 == build ]] && { [[ \$(cat change) != broken ]]; exit; }
REPLAY_SUFFIX=\$(cat change) REPLAY_SESSION=$scratch/errands.jsonl ${tests[*]@Q}
END
chmod +x "$scratch/bin/swift"
make_repository replay '' '' '' broken '' '!' '!' '!'
expect_found bisect-replay 6

cat > "$scratch/bin/swift" << END
#!/usr/bin/env bash
mkdir -p .build/release
printf '#!/bin/sh\nROUNDS=250 PLANTED=%s exec %s\n' "\$(cat change)" "$binaries/PlantedProgram" \
  > .build/release/MyProgram
chmod +x .build/release/MyProgram
END
for run in 1 2 3 4 5 6 7; do
  ROUNDS=250 "$signpost" record --quiet --output "$scratch/good-$run" -- \
    "$binaries/PlantedProgram" > /dev/null
done
make_repository diff none:1 none:1 search:3 search:3
expect_found bisect-diff 3
