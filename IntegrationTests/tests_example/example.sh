# The built example: sets `counter`. COUNTER names it; otherwise the one that was built last is
# taken.
counter=${COUNTER:-$(built_example Counter)}
[[ -x $counter ]] || fail "the example is not built: swift build --package-path Examples, or set COUNTER"
