# scripts/compare-commits.sh on the commits of a real repository: the comment names an action that a
# commit makes slower, a commit that changes only words shows no change, and the message about a
# mistake suggests a correction and leaves no worktree behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

SIGNPOST=$(built_products)/signpost
[[ -x $SIGNPOST ]] || fail "no $SIGNPOST: run swift build first"
ln -s "$SIGNPOST" "$scratch/signpost"
export SIGNPOST=../signpost

mkdir -p "$scratch/repository/Sources/Desk"
cd "$scratch/repository"
git init -q
git config user.name test
git config user.email test@example.org
cat > Package.swift << END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "desk",
  dependencies: [.package(name: "composable-signpost", path: "$repository")],
  targets: [
    .executableTarget(
      name: "Desk",
      dependencies: [
        .product(name: "ComposableCore", package: "composable-signpost"),
        .product(name: "Signpost", package: "composable-signpost"),
      ])
  ]
)
END
cat > Sources/Desk/main.swift << 'END'
// Sorts and searches on command.
import ComposableCore
import Signpost

struct Desk: Reducer {
  struct State { var papers: UInt64 = 1 }
  enum Action: String { case search, sort }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let rounds = action == .search ? 3_000 : 4_000
      for _ in 0..<rounds { state.papers = state.papers &* 6_364_136_223_846_793_005 &+ 1 }
      return .none
    }
  }
}

let store = Store(initialState: Desk.State()) { Desk().signpost("desk") }
while let line = readLine(), let action = Desk.Action(rawValue: line) { store.send(action) }
END
commit() {
  git add .
  git commit -qm "$1"
}
commit 'Desk: sort and search'
sed -i 's/^\/\/ Sorts and searches/\/\/ Searches and sorts/' Sources/Desk/main.swift
commit 'Desk: `put` searches first'
sed -i 's/3_000/12_000/' Sources/Desk/main.swift
commit 'Desk: search everywhere'
for _ in {1..200}; do printf 'search\nsort\n'; done > "$scratch/commands"

# The program is built where the package is, of the same objects, and copied from there.
built="swift build --scratch-path '$repository/.build' --product Desk && cp '$(built_products)/Desk' Desk"

# compare EXPECTED ARGUMENT…: compares two commits, which has to end with this status.
compare() {
  local expected=$1 status=0
  shift
  rm -rf "$scratch/comparison"
  "$repository/scripts/compare-commits.sh" "$@" > "$scratch/shown" 2> "$scratch/errors" || status=$?
  ((status == expected)) \
    || fail "$* ends with $status, not $expected: $(cat "$scratch/shown" "$scratch/errors")"
  expect_equal "worktrees after $*" 1 "$(git worktree list | wc -l)"
}
# The slower action takes four times as long; the load of a busy machine changes the other one less.
options=(--output "$scratch/comparison" --input "$scratch/commands" --runs 6
  --diff '--min-change 100')

compare 2 "${options[@]}" --build "$built" HEAD~1 HEAD -- Desk
expect_equal "the file" "$(cat "$scratch/shown")" "$(cat "$scratch/comparison/comparison.md")"
for line in '^### Speed of `Desk`$' "^Before: \`$(git rev-parse --short HEAD~1) Desk: 'put' searches first\`$" \
  "^After: \`$(git rev-parse --short HEAD) Desk: search everywhere\`$" \
  '^\*\*Worse: 6 recordings before, 6 recordings after\*\*$' '^| \\\[desk\\\] search | p50 | '; do
  has_line "$line" "$scratch/shown" || fail "no line $line in: $(cat "$scratch/shown")"
done
# The load of the machine may well move an action that is as it was by less than --min-change.
if sed -E '/^\| (Real, but below|No change shown)/,$d' "$scratch/shown" | grep -q '\] sort |'; then
  fail "an action that is as it was has changed: $(cat "$scratch/shown")"
fi

# The same by the script of the GitHub action, which adds the mistakes of a recording. A busy
# machine may stop the program within an action, which is one.
status=0
summary=$scratch/summary outputs=$scratch/outputs
SIGNPOST_PROGRAM=Desk SIGNPOST_BUILD=$built SIGNPOST_INPUT=$scratch/commands SIGNPOST_RUNS=6 \
  SIGNPOST_MIN_CHANGE=100 SIGNPOST_OUTPUT=$scratch/action GITHUB_STEP_SUMMARY=$summary \
  GITHUB_OUTPUT=$outputs "$repository/scripts/action.sh" compare > "$scratch/shown" 2> "$scratch/errors" \
  || status=$?
expect_equal "status of the action" 2 "$status"
expect_equal "outputs of the action" \
  "$(printf 'verdict=worse\ncomparison=%s\nsarif=%s' "$scratch/action/comparison.md" \
    "$scratch/action/findings.sarif")" "$(cat "$outputs")"
has_line '"version" : "2.1.0"' "$scratch/action/findings.sarif" \
  || fail "no SARIF: $(cat "$scratch/action/findings.sarif")"
expect_equal "summary of the action" "$(cat "$scratch/action/comparison.md")" "$(cat "$summary")"
for line in '^\*\*Worse: 6 recordings before, 6 recordings after\*\*$' \
  '^### Mistakes in a recording of the change$' '^No findings: \|^[1-9][0-9]*\. '; do
  has_line "$line" "$summary" || fail "no line $line in: $(cat "$summary")"
done
expect_equal "worktrees after the action" 1 "$(git worktree list | wc -l)"

# The job for GitLab in the documents: the commands of its script, with its variables. The compiler
# and the package manager are replaced.
mkdir "$scratch/bin" scripts
cp "$repository"/scripts/{action,compare-commits}.sh scripts
cp "$scratch/commands" session.txt
cat > "$scratch/bin/swift" << END
#!/bin/sh
[ "\$*" = "build -c release" ] || exit 9
PATH=$PATH
mkdir -p .build/release
{ $built; } && mv Desk .build/release/MyProgram
END
cat > "$scratch/bin/apt-get" << END
#!/bin/sh
case " \$* " in *" install "*signpost.deb*) ln -s "$(built_products)/signpost" "$scratch/bin/signpost" ;; esac
END
printf '#!/bin/sh\nexec "$@"\n' > "$scratch/bin/sudo"
chmod +x "$scratch"/bin/{swift,apt-get,sudo}
touch "$scratch/signpost.deb"
job=$(sed -n '/^speed:/,/^  artifacts:/p' "$repository/Documentation/Comparing.md")
{
  printf 'set -e\n'
  sed -n 's/.*variables: { \(.*\) }/\1/p' <<< "$job" | tr , '\n' | sed 's/^ */export /; s/: */=/'
  sed -n 's/^    - //p' <<< "$job"
} > "$scratch/job"
expect_equal "commands of the job" 2 "$(grep -c 'scripts/action\.sh' "$scratch/job")"
status=0
env -u SIGNPOST PATH="$scratch/bin:$PATH" PACKAGE_URL="$scratch/signpost.deb" \
  CI_MERGE_REQUEST_DIFF_BASE_SHA="$(git rev-parse HEAD~1)" bash "$scratch/job" \
  > "$scratch/shown" 2> "$scratch/errors" || status=$?
expect_equal "status of the job ($(cat "$scratch/errors"))" 2 "$status"
has_line '^| \\\[desk\\\] search | p50 | ' comparison/comparison.md || fail "$(cat "$scratch/shown")"

# The same program twice.
compare 0 "${options[@]}" --build "$built" HEAD~2 HEAD~1 -- Desk
has_line '^\*\*No change' "$scratch/shown" || fail "$(cat "$scratch/shown")"

# Mistakes.
compare 1 "${options[@]}" --build 'echo no compiler here; false' HEAD~2 HEAD -- Desk
for line in 'no compiler here' 'does not build'; do
  has_line "$line" "$scratch/errors" || fail "no line $line in: $(cat "$scratch/errors")"
done
compare 1 "${options[@]}" --build 'printf "#!/bin/sh\nexit 3" > Desk; chmod +x Desk' HEAD~2 HEAD -- Desk
has_line 'a run of .* has failed' "$scratch/errors" || fail "$(cat "$scratch/errors")"
compare 1 "${options[@]}" --build true HEAD~2 HEAD -- Desk
has_line "'true' makes no Desk" "$scratch/errors" || fail "$(cat "$scratch/errors")"
compare 64 "${options[@]}" HEAD~2 nothing -- Desk
has_line 'nothing is no commit' "$scratch/errors" || fail "$(cat "$scratch/errors")"
compare 64 "${options[@]}" HEAD~2 HEAD
has_line 'expected a program' "$scratch/errors" || fail "$(cat "$scratch/errors")"
mkdir "$scratch/precious"
compare 64 --output "$scratch/precious" HEAD~2 HEAD -- Desk
has_line 'must not exist yet' "$scratch/errors" || fail "$(cat "$scratch/errors")"
