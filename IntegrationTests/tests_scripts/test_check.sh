# make check maps changed files to targets, environments and integration tests, in a repository made
# for this test and in this one; the pre-commit hook lints the index.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
unset BASE COMPOSABLE_WITHOUT_MACROS COMPOSABLE_WITHOUT_TOOLS COMPOSABLE_ONLY_TESTS
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=test@example.com
export GIT_COMMITTER_NAME=Test GIT_COMMITTER_EMAIL=test@example.com

# ---- A repository with each kind of target --------------------------------------------------

made=$scratch/made
mkdir "$made"
cd "$made"
cat > Package.swift << 'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "made",
  targets: [
    .target(name: "CBase"),
    .target(name: "Base", dependencies: ["CBase"], path: "Sources/Rooms/Ground"),
    .target(name: "Helper", dependencies: ["Base"], path: "Tests/Helper"),
    .testTarget(name: "GroundTests", dependencies: ["Base", "Helper"]),
    .testTarget(name: "OtherTests", dependencies: ["Base"]),
  ]
)
if Context.environment["COMPOSABLE_WITHOUT_TOOLS"] == nil {
  package.targets += [
    .executableTarget(name: "Tool", dependencies: ["Base"], exclude: ["Page"]),
    .testTarget(name: "ToolTests", dependencies: ["Tool"]),
  ]
}
SWIFT
mkdir -p Sources/{CBase/include,Rooms/Ground,Tool/Page} Tests/{Helper,GroundTests,OtherTests,ToolTests}
touch Sources/CBase/base.c Sources/CBase/include/base.h Sources/Rooms/Ground/Base.swift \
  Sources/Rooms/Ground/{More.swift,README.md} Sources/Tool/Page/page.html Sources/Tool/main.swift \
  Tests/Helper/Helper.swift Tests/{Ground,Other,Tool}Tests/Tests.swift \
  Tests/ToolTests/RecordingTests.swift .gitignore README.md
printf '.build*\n' > .gitignore
mkdir -p scripts IntegrationTests/tests_{plain,tool}
cp "$repository"/scripts/{check.py,format.sh,hooks.sh,prose.py} scripts
printf 'exit\n' > scripts/other.sh
cp "$repository/IntegrationTests/run-tests.sh" "$repository/IntegrationTests/support.sh" IntegrationTests
printf 'scripts/other.sh\n' > IntegrationTests/tests_plain/test_plain.sh
# In two parts, as this test does not run products.
printf '%s\n' '$(built_''products)/tool' > IntegrationTests/tests_tool/work.sh
printf 'source "$(dirname "${BASH_SOURCE[0]}")/work.sh"\n' > IntegrationTests/tests_tool/test_tool.sh
git init --quiet --initial-branch main
git add --all
git commit --quiet --message first
git checkout --quiet -b change

# plan: the plan for the changed files, one line per step; lines of the linters are left out.
plan() { scripts/check.py --print "$@" 2>&1 | grep -v '^lint: ' | paste -sd ';' || true; }

expect_equal "no change" "check: nothing has changed since main" "$(plan)"

# Each way to change a file counts. Prose is linted alone, and no target is looked for.
linted() { scripts/check.py --print | paste -sd ';'; }
printf 'More.\n' >> README.md
expect_equal "an unstaged change" "lint: README.md" "$(linted)"
git commit --quiet --all --message change
expect_equal "a committed change" "lint: README.md" "$(linted)"
expect_equal "another base" "check: nothing has changed since change" "$(BASE=change linted)"
printf 'New.\n' > Untracked.md
expect_equal "an untracked file" "lint: README.md;lint: Untracked.md" "$(linted)"
git add --all
git rm --quiet --force README.md
expect_equal "a staged file, and a removed one" "lint: Untracked.md" "$(linted)"
git reset --quiet --hard main
git rm --quiet Sources/Rooms/Ground/Base.swift
expect_equal "a removed source" "test: GroundTests of . in environment core" "$(plan)"
git reset --quiet --hard main

# The tests of a target: by its name or directory, by imports, or of its dependents.
expect_equal "a target with a path" "test: GroundTests of . in environment core" \
  "$(plan Sources/Rooms/Ground/Base.swift)"
expect_equal "a target without tests" "test: GroundTests of . in environment core" \
  "$(plan Sources/CBase/include/base.h)"
expect_equal "a helper of tests" "test: GroundTests of . in environment core" \
  "$(plan Tests/Helper/Helper.swift)"
recording='left to run: swift test --package-path . --filter ToolTests.RecordingTests'
expect_equal "a file that its target excludes" \
  "test: ToolTests of . in environment tools;$recording" "$(plan Sources/Tool/Page/page.html)"
expect_equal "targets of several environments" \
  "test: GroundTests of . in environment tools;test: ToolTests of . in environment tools;$recording" \
  "$(plan Sources/Tool/main.swift Sources/CBase/base.c)"
expect_equal "tests that record" "test: ToolTests of . in environment tools" \
  "$(plan Tests/ToolTests/Tests.swift)"

expect_equal "documents in targets" "lint: Sources/Rooms/Ground/README.md" \
  "$(scripts/check.py --print Sources/Rooms/Ground/README.md)"

# Integration tests run if their binaries are there.
left='left to run: swift build && IntegrationTests/run-tests.sh'
expect_equal "a test of its own" "run: tests_plain/test_plain.sh" \
  "$(plan IntegrationTests/tests_plain/test_plain.sh)"
expect_equal "a script with a test" "run: tests_plain/test_plain.sh" "$(plan scripts/other.sh)"
expect_equal "a test of a product" "$left tests_tool/test_tool.sh" \
  "$(plan IntegrationTests/tests_tool/test_tool.sh)"
mkdir -p .build/debug
touch .build/debug/signpost
expect_equal "a test of a product that is there" "run: tests_tool/test_tool.sh" \
  "$(plan IntegrationTests/tests_tool/test_tool.sh)"
expect_equal "a helper" "left to run: IntegrationTests/run-tests.sh tests_tool/" \
  "$(plan IntegrationTests/tests_tool/work.sh)"

# ---- The hook -------------------------------------------------------------------------------

mkdir -p .git/hooks
printf '#!/bin/sh\nexit 0\n' > .git/hooks/pre-commit
status=0
scripts/hooks.sh 2> "$scratch/errors" || status=$?
expect_equal "the status where a hook of others is" 73 "$status"
expect_equal "a hook of others" "exit 0" "$(tail -n 1 .git/hooks/pre-commit)"
rm .git/hooks/pre-commit
expect_equal "the offer" "setup: make hooks installs a pre-commit hook that lints the staged files" \
  "$(unset CI; scripts/hooks.sh --offer)"
scripts/hooks.sh > "$scratch/output"
scripts/hooks.sh > "$scratch/output"
expect_equal "the offer of a hook that is there" "" "$(scripts/hooks.sh --offer)"
git config core.hooksPath "$scratch/everywhere"
! scripts/hooks.sh 2> "$scratch/errors" || fail "the hook of all repositories is written"
[[ ! -e $scratch/everywhere ]] || fail "there are hooks for all repositories"
git config --unset core.hooksPath

# The index counts, not the worktree.
word="No""body"
printf '%s is here.\n' "$word" > README.md
git add --all
printf 'All is well.\n' > README.md
! git commit --quiet --message prose > "$scratch/output" 2>&1 || fail "a word that is not used is in"
has_line "^README.md:1: “$word”" "$scratch/output" || fail "$(cat "$scratch/output")"
git add --all
git commit --quiet --message prose > "$scratch/output" 2>&1 || fail "$(cat "$scratch/output")"
expect_equal "copies that are left" "" "$(ls .build-check)"

# ---- This repository ------------------------------------------------------------------------

cd "$repository"
expect_equal "a file of Core" "test: CoreTests of . in environment core" \
  "$(plan Sources/Core/Reducer/Reducer.swift)"
expect_equal "a file of the command" \
  "test: SignpostToolTests of . in environment tools;left to run: swift test --package-path . --filter SignpostToolTests.RecordingTests" \
  "$(plan Sources/Tool/Command/main.swift)"
