#!/usr/bin/env bash
# Compares the speed of a program at two commits: builds both, records them alternately, and writes
# the result of `signpost diff` as Markdown, ready to be a comment on a pull request.
#
#   compare-commits.sh [OPTION…] BEFORE AFTER -- PROGRAM [ARGUMENT…]
#
#   BEFORE, AFTER        commits of the repository in the working directory
#   PROGRAM              the program that a build makes, relative to the top of the repository
#   --build COMMAND      builds a commit; 'swift build -c release' by default
#   --input FILE         the standard input of each run, such as a script of commands
#   --runs N             recordings of each commit, 8 by default
#   --diff OPTIONS       options of `signpost diff`, such as '--min-change 10'
#   --output DIRECTORY   gets worktrees, recordings and comparison.md; ./comparison by default
#
# SIGNPOST names the command, if it is not in PATH. The exit status comes from `signpost diff`: 0 if
# no change is shown, 2 if a figure is worse, 4 if one is better, 65 if the recordings cannot be
# compared. It is 64 for wrong arguments, and 1 if a commit does not build or a run fails.
set -euo pipefail

fail() {
  printf 'compare-commits: %s\n' "$2" >&2
  exit "$1"
}

build='swift build -c release'
input=/dev/null
runs=8
output=comparison
diff_options=()
commits=()
while (($# > 0)); do
  case $1 in
    --build | --input | --runs | --diff | --output)
      (($# > 1)) || fail 64 "$1 needs a value"
      case $1 in
        --build) build=$2 ;;
        --input) input=$2 ;;
        --runs) runs=$2 ;;
        --diff) read -ra diff_options <<< "$2" ;;
        --output) output=$2 ;;
      esac
      shift 2
      ;;
    -h | --help)
      sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --)
      shift
      break
      ;;
    -*) fail 64 "unknown option $1; --help lists the options" ;;
    *)
      commits+=("$1")
      shift
      ;;
  esac
done
((${#commits[@]} == 2)) || fail 64 "expected two commits, not ${#commits[@]}; --help shows how"
(($# > 0)) || fail 64 "expected a program after --, such as -- .build/release/MyProgram"
[[ $runs =~ ^[1-9][0-9]*$ ]] || fail 64 "--runs $runs is not a number of recordings"
[[ -r $input ]] || fail 64 "--input $input cannot be read"
signpost=${SIGNPOST:-signpost}
command -v "$signpost" > /dev/null \
  || fail 64 "there is no $signpost; install it, or name it with SIGNPOST=PATH"
# Runs start in other directories.
[[ $signpost != */* ]] || signpost=$(realpath "$signpost")
program=$1
shift

names=()
for index in 0 1; do
  commit=$(git rev-parse --verify --quiet --end-of-options "${commits[index]}^{commit}") \
    || fail 64 "${commits[index]} is no commit of this repository; fetch it first"
  commits[index]=$commit
  names[index]=$(git log -1 --format='%h %s' "$commit")
done

# Nothing that is there is removed or compared by mistake.
mkdir "$output" || fail 64 "--output $output must not exist yet"
output=$(cd "$output" && pwd)
sets=(before after)
trap 'for set in "${sets[@]}"; do git worktree remove --force "$output/$set" || true; done 2> /dev/null' EXIT

for index in 0 1; do
  tree=$output/${sets[index]}
  git worktree add --quiet --detach "$tree" "${commits[index]}"
  printf 'Building %s …\n' "${names[index]}" >&2
  (cd "$tree" && bash -c "$build") > "$output/${sets[index]}.log" 2>&1 < /dev/null || {
    cat "$output/${sets[index]}.log" >&2
    fail 1 "${names[index]} does not build, see above"
  }
  [[ -x $tree/$program ]] || fail 1 "'$build' makes no $program in ${names[index]}"
done

# record SET RUN ARGUMENT…
record() {
  local set=$1 recording=$output/recordings/$1-$2
  shift 2
  (cd "$output/$set" \
    && "$signpost" record --quiet --output "$recording" -- "$output/$set/$program" "$@") \
    < "$input" > "$recording.log" 2>&1 || {
    cat "$recording.log" >&2
    fail 1 "a run of $set has failed, see above"
  }
}

# Alternately, as `signpost diff` requires, and each is the first of every second pair.
mkdir "$output/recordings"
for ((run = 1; run <= runs; run++)); do
  printf 'Recording both, %d of %d …\n' "$run" "$runs" >&2
  record "${sets[run % 2]}" "$run" "$@"
  record "${sets[1 - run % 2]}" "$run" "$@"
done

status=0
"$signpost" diff --format markdown "${diff_options[@]}" --before "$output"/recordings/before-*[0-9] \
  --after "$output"/recordings/after-*[0-9] > "$output/table.md" || status=$?
[[ -s $output/table.md ]] || exit "$status"
{
  # A backtick in a subject would end the code.
  printf '### Speed of `%s`\n\n' "${program##*/}"
  printf 'Before: `%s`\nAfter: `%s`\n\n' "${names[@]//\`/\'}"
  cat "$output/table.md"
} > "$output/comparison.md"
rm "$output/table.md"
cat "$output/comparison.md"
exit "$status"
