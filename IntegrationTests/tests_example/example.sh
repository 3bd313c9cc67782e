# The built example: sets `counter`. COUNTER names it; otherwise the one that was built last is taken.
counter=${COUNTER:-}
if [[ -z $counter ]]; then
  for candidate in "$repository"/Examples/.build/{debug,release}/Counter; do
    if [[ -x $candidate && ( -z $counter || $candidate -nt $counter ) ]]; then
      counter=$candidate
    fi
  done
fi
[[ -x $counter ]] || fail "the example is not built: swift build --package-path Examples, or set COUNTER"
