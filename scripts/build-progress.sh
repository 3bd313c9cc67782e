#!/usr/bin/env bash
# Shows the progress of a build. Reads the output of `swift build` on standard input: on a terminal
# one line that changes, with the seconds so far; elsewhere a line for each module, for each
# dependency that is fetched, and for each 20 s without another line.
set -euo pipefail

started=$SECONDS
is_terminal=false
[[ ! -t 1 || ${TERM:-dumb} == dumb ]] || is_terminal=true
width=${COLUMNS:-$( (stty size < /dev/tty) 2> /dev/null | cut -d' ' -f2 || true)}
((${width:-0} > 20)) || width=80

what=
shown=
last=$SECONDS
show() {
  last=$SECONDS
  local text
  text=$(printf '%4d s  %s' $((SECONDS - started)) "$what")
  if $is_terminal; then
    printf '\r\033[K%s' "${text:0:width-1}"
  elif [[ $what != "$shown" ]]; then
    printf '%s\n' "$text"
  fi
  shown=$what
}

line=
while :; do
  status=0
  # A part of a line that has come in time is kept for the next turn.
  read -r -t 1 part || status=$?
  line+=$part
  if ((status > 128)); then
    if $is_terminal; then
      [[ -z $what ]] || show
    elif ((SECONDS - last >= 20)); then
      shown=
      show
    fi
    continue
  fi
  if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (Compiling|Emitting\ module|Linking|Wrapping\ AST\ for)\ ([^ ]+) ]]; then
    what=${BASH_REMATCH[4]}
    [[ ${BASH_REMATCH[3]} != Linking ]] || what="linking $what"
    ! $is_terminal || what="step ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}  $what"
    show
  elif [[ $line =~ ^(Fetching|Creating\ working\ copy\ for)\ ([^ ]+) ]]; then
    what="fetching ${BASH_REMATCH[2]##*/}"
    show
  fi
  line=
  ((status == 0)) || break
done
! $is_terminal || printf '\r\033[K'
printf '%4d s  done\n' $((SECONDS - started))
