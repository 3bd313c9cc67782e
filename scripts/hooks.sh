#!/usr/bin/env bash
# Installs the pre-commit hook, which lints the staged files as they are in the index.
#
#   hooks.sh            installs it; a hook of others stays, and is an error
#   hooks.sh --offer    installs nothing; names the command if there is no hook yet
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
marker='Lints the staged files; `make hooks` of this repository writes it.'

if ! git rev-parse --git-dir > /dev/null 2>&1; then
  [[ ${1:-} != --offer ]] || exit 0
  echo 'hooks: this is no git repository' >&2
  exit 66
fi
# The directory that git uses: core.hooksPath, or else the one that all worktrees share.
hooks=$(git rev-parse --git-path hooks)
hook=$hooks/pre-commit

if [[ ${1:-} == --offer ]]; then
  [[ -e $hook || -n ${CI:-} ]] \
    || echo 'setup: make hooks installs a pre-commit hook that lints the staged files'
  exit
fi
if [[ -e $hook ]] && ! grep -qF "$marker" "$hook"; then
  printf 'hooks: %s exists and stays as it is. Add this line to it: scripts/check.py --staged\n' \
    "$hook" >&2
  exit 73
fi
common=$(git rev-parse --path-format=absolute --git-common-dir)
place=$(realpath --canonicalize-missing "$hooks")
if [[ $place/ != "$common"/* && $place/ != "$PWD"/* ]]; then
  printf 'hooks: core.hooksPath is %s, which other repositories use too. %s\n' "$place" \
    'Call scripts/check.py --staged from a hook there' >&2
  exit 73
fi
mkdir -p "$hooks"
cat > "$hook" << HOOK
#!/bin/sh
# $marker
check=\$(git rev-parse --show-toplevel)/scripts/check.py
# Older commits have no such script.
[ ! -x "\$check" ] || exec "\$check" --staged
HOOK
chmod +x "$hook"
printf 'hooks: %s lints the staged files; git commit --no-verify skips it\n' "$hook"
