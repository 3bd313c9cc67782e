# The harness of Bench around operations with known figures: sets `bench`.
#
# The test that sources this has the variables of support.sh.
# shellcheck disable=SC2154

swift build --package-path "$repository" -c release --product BenchFixture > "$scratch/build.log" 2>&1 \
  || { cat "$scratch/build.log" >&2; fail "BenchFixture does not build"; }
bench=$repository/.build/release/BenchFixture

# expect_status WHAT EXPECTED COMMAND…: keeps the output of the command in $scratch/output and
# $scratch/errors.
expect_status() {
  local what=$1 expected=$2 status=0
  shift 2
  "$@" > "$scratch/output" 2> "$scratch/errors" < /dev/null || status=$?
  if ((status != expected)); then
    cat "$scratch/output" "$scratch/errors" >&2
    fail "$what: exit code $status instead of $expected"
  fi
}

# A repository with the thresholds of the unchanged fixture.
commit_thresholds() {
  rm -rf "$scratch/repository"
  mkdir "$scratch/repository"
  cd "$scratch/repository" || fail "no directory for a repository"
  git init --quiet
  expect_status "the first thresholds" 0 "$bench" --quick --update "$@"
  git add --all
}
