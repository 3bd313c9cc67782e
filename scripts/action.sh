#!/usr/bin/env bash
# The work of the GitHub action in action.yml, which runs without GitHub, too: by hand, or in the CI
# of another host.
#
#   action.sh install      installs the Debian package SIGNPOST_PACKAGE, a path or an address
#   action.sh base         prints the commit to compare with, and the reason on standard error
#   action.sh compare      records the program at SIGNPOST_BASE and at HEAD, compares both, looks
#                          for mistakes in a recording of HEAD, and writes both as Markdown;
#                          SIGNPOST_BASE is the output of base if it is empty
#
#   SIGNPOST_PROGRAM       the program that a build makes
#   SIGNPOST_ARGUMENTS     its arguments, separated by spaces
#   SIGNPOST_BUILD         builds a commit; 'swift build -c release' by default
#   SIGNPOST_INPUT         the standard input of each run
#   SIGNPOST_BASE          the commit to compare with
#   SIGNPOST_BEFORE        without it: the commit before the push, zeros for a new branch
#   SIGNPOST_BRANCH        without both: the branch whose merge base with HEAD it is, main by
#                          default; the commit before HEAD if there is no other
#   SIGNPOST_RUNS          recordings of each commit, 8 by default
#   SIGNPOST_MIN_CHANGE    the smallest change that counts, in percent, 5 by default
#   SIGNPOST_FAIL_ON       rules of `signpost findings` that fail the job, or any
#   SIGNPOST_OUTPUT        a new directory for recordings, comparison.md and findings.sarif, which
#                          code hosts show beside the code; ./comparison by default
#
# GITHUB_STEP_SUMMARY gets the Markdown, GITHUB_OUTPUT the verdict and the paths. The exit status of
# compare is 2 if something is worse or a rule of SIGNPOST_FAIL_ON has a finding, 0 if nothing is,
# and otherwise the status of the command that failed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
signpost=${SIGNPOST:-signpost}

install() {
  local package=$1 directory
  case $package in
    http://* | https://*)
      directory=$(mktemp -d)
      curl --fail --silent --show-error --location --output "$directory/signpost.deb" "$package"
      package=$directory/signpost.deb
      ;;
  esac
  [[ -f $package ]] || { printf 'action: there is no package %s\n' "$package" >&2; exit 66; }
  local run=()
  ((EUID == 0)) || run=(sudo)
  "${run[@]}" apt-get update -qq
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes "$(realpath "$package")"
  signpost --version
}

# is_other REVISION: whether it is a commit here, and not the one that is compared.
is_other() {
  local commit
  commit=$(git rev-parse --verify --quiet --end-of-options "$1^{commit}") \
    && [[ $commit != "$(git rev-parse HEAD)" ]]
}

# The commit before a push is zeros for a new branch, and after a forced push it may be absent.
base() {
  local before=${SIGNPOST_BEFORE:-} branch=${SIGNPOST_BRANCH:-main} candidate found reason=
  if [[ -n ${SIGNPOST_BASE:-} ]]; then
    printf '%s\n' "$SIGNPOST_BASE"
    return
  fi
  if [[ -n ${before//0/} ]]; then
    if is_other "$before"; then
      printf '%s\n' "$before"
      return
    fi
    reason="$before is no other commit here"
  elif [[ -n $before ]]; then
    reason='the branch is new'
  fi
  for candidate in "origin/$branch" "$branch"; do
    found=$(git merge-base HEAD "$candidate" 2> /dev/null) || continue
    is_other "$found" || continue
    printf 'action: compares with %s, the merge base with %s%s\n' "$found" "$candidate" \
      "${reason:+, as $reason}" >&2
    printf '%s\n' "$found"
    return
  done
  printf 'action: compares with HEAD~1%s\n' "${reason:+, as $reason}" >&2
  printf 'HEAD~1\n'
}

compare() {
  local output=${SIGNPOST_OUTPUT:-comparison} base speed=0 mistakes=0 verdict rule
  local arguments=() rules=() failing=()
  [[ -n ${SIGNPOST_PROGRAM:-} ]] || { printf 'action: SIGNPOST_PROGRAM names no program\n' >&2; exit 64; }
  base=$(base)
  read -ra arguments <<< "${SIGNPOST_ARGUMENTS:-}"
  read -ra rules <<< "${SIGNPOST_FAIL_ON:-}"
  for rule in "${rules[@]}"; do failing+=(--fail-on "$rule"); done
  "$here/compare-commits.sh" --build "${SIGNPOST_BUILD:-swift build -c release}" \
    --input "${SIGNPOST_INPUT:-/dev/null}" --runs "${SIGNPOST_RUNS:-8}" --output "$output" \
    --diff "--min-change ${SIGNPOST_MIN_CHANGE:-5}" "$base" HEAD \
    -- "$SIGNPOST_PROGRAM" "${arguments[@]}" > "$output.log" || speed=$?
  [[ -f $output/comparison.md ]] || { rm -f "$output.log"; exit "$speed"; }
  mv "$output.log" "$output/compare.log"
  # One recording is enough for mistakes: the others are of the same program.
  "$signpost" findings "$output/recordings/after-1" "${failing[@]}" > "$output/findings.txt" || mistakes=$?
  # Files are named as in the repository of the working directory.
  "$signpost" findings "$output/recordings/after-1" --sarif > "$output/findings.sarif" || true
  # The text says so if nothing was found; only a recording that cannot be judged has none.
  {
    printf '\n### Mistakes in a recording of the change\n\n```text\n'
    cat "$output/findings.txt"
    printf '```\n'
  } >> "$output/comparison.md"
  case $speed in
    0) verdict=same ;;
    2) verdict=worse ;;
    4) verdict=better ;;
    *) verdict=unknown ;;
  esac
  cat "$output/comparison.md"
  [[ -z ${GITHUB_STEP_SUMMARY:-} ]] || cat "$output/comparison.md" >> "$GITHUB_STEP_SUMMARY"
  [[ -z ${GITHUB_OUTPUT:-} ]] \
    || printf 'verdict=%s\ncomparison=%s\nsarif=%s\n' "$verdict" \
      "$(realpath "$output/comparison.md")" "$(realpath "$output/findings.sarif")" >> "$GITHUB_OUTPUT"
  # Better is no failure.
  ((speed == 0 || speed == 4)) || exit "$speed"
  exit "$mistakes"
}

case ${1:-} in
  install) install "${SIGNPOST_PACKAGE:-}" ;;
  base) base ;;
  compare) compare ;;
  *)
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
    exit 64
    ;;
esac
