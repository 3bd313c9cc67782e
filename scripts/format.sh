#!/usr/bin/env bash
# Formats Swift files and wraps the prose of documents and comments, or runs the linters, none of
# which builds anything: format, prose, shell, Python, and the types of the page's scripts.
#
#   format.sh [FILE…]           formats files in place; without any, all of the repository
#   format.sh --lint [FILE…]    changes nothing; prints the time of each linter, and fails if one of
#                               them has a complaint
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Ruff is installed beside the readers of exports.
PATH=$PWD/.build/viewers/bin:$PATH

is_lint=false
if [[ ${1:-} == --lint ]]; then
  is_lint=true
  shift
fi
files=("$@")
if ((${#files[@]} == 0)); then
  # Without the files that builds add, such as the sources of dependencies.
  mapfile -d '' -t files < <(find . -name '.?*' -prune -o -type f -printf '%P\0')
  # Hidden ones are named.
  shopt -s nullglob
  files+=(.ci/run .github/*.md .github/*/*.md)
fi

swift=() prose=() shell=() python=() page=()
for file in "${files[@]}"; do
  case $file in
    *.swift) swift+=("$file") ;;
    *.sh | .ci/run) shell+=("$file") ;;
    *.py) python+=("$file") ;;
    Sources/Trace/Page/Page/*.js | Sources/Trace/Page/Page/*.json | Sources/Trace/Page/Page/*.ts)
      page+=("$file")
      ;;
  esac
  case $file in
    # Fixtures of macros hold messages of the compiler, and prose.py all of the words.
    Tests/Architecture/MacrosTests/Fixtures/* | scripts/prose.py) ;;
    *.md | *.swift | *.[ch] | *.js | *.mjs | *.sh | *.py | *.awk) prose+=("$file") ;;
  esac
done

if ! $is_lint; then
  ((${#prose[@]} == 0)) || scripts/prose.py format "${prose[@]}"
  ((${#swift[@]} == 0)) || swift format --in-place --parallel "${swift[@]}"
  printf 'format: went through %d files\n' "${#prose[@]}"
  exit
fi

# All linters run, so that all complaints are printed at once.
status=0

# Most of the time goes to files that many scripts source, once for each of these.
# shellcheck disable=SC2317 # lint calls it by its name
check_shell() { printf '%s\0' "$@" | xargs -0 -n 8 -P "$(nproc)" shellcheck; }

# lint NAME TOOL COUNT COMMAND…: runs a linter of so many files, unless there are none.
lint() {
  local name=$1 tool=$2 count=$3 start=${EPOCHREALTIME/[.,]/} time outcome=ok
  shift 3
  ((count > 0)) || return 0
  if ! command -v "$tool" > /dev/null; then
    printf 'lint: %s is missing; install it with: scripts/setup.sh --tests\n' "$tool" >&2
    outcome=missing status=1
  elif ! "$@"; then
    outcome=failed status=1
  fi
  time=$((${EPOCHREALTIME/[.,]/} - start))
  printf 'lint: %-10s %5d files  %3d.%d s  %s\n' \
    "$name" "$count" $((time / 1000000)) $((time / 100000 % 10)) "$outcome"
}

lint prose python3 "${#prose[@]}" scripts/prose.py lint "${prose[@]}"
lint shell shellcheck "${#shell[@]}" check_shell "${shell[@]}"
lint Python ruff "${#python[@]}" ruff check --quiet "${python[@]}"
lint page tsc "${#page[@]}" tsc --project Sources/Trace/Page/Page
lint Swift swift "${#swift[@]}" swift format lint --strict --parallel "${swift[@]}"
exit "$status"
