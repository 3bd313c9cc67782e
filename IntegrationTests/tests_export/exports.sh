# Exports of a trace in all formats, and their contents as read by other programs. Sourced by tests
# after support.sh.
#
# The test that sources this has the variables of support.sh, and reads others of this file.
# shellcheck disable=SC2154,SC2034

binaries=$(built_products)
signpost=$binaries/signpost
[[ -x $signpost ]] || fail "run swift build first"
readers=$repository/.build/viewers/bin/python3
[[ -x $readers ]] || fail "there is nothing to read exports with: scripts/setup.sh --tests"

formats=(html perfetto chrome sqlite csv otlp speedscope folded)
# The formats that show each span.
span_formats=(html perfetto chrome sqlite csv otlp)

# export_all TRACE [STATUS]: exports it in all formats into $scratch/exports, the events and the
# report too. Each of these commands has to end with the status; their messages are in
# exports/messages.
export_all() {
  local trace=$1 expected=${2:-0} format status
  rm -rf "$scratch/exports"
  mkdir "$scratch/exports"
  for format in "${formats[@]}"; do
    status=0
    "$signpost" export "$trace" --format "$format" --output "$scratch/exports/$(file_of "$format")" \
      2>> "$scratch/exports/messages" || status=$?
    expect_equal "the exit status of the export to $format" "$expected" "$status"
  done
  status=0
  "$signpost" events "$trace" --json > "$scratch/exports/trace.events" \
    2>> "$scratch/exports/messages" || status=$?
  expect_equal "the exit status of signpost events" "$expected" "$status"
  status=0
  "$signpost" report "$trace" --json > "$scratch/exports/trace.report" \
    2>> "$scratch/exports/messages" || status=$?
  expect_equal "the exit status of the report" "$expected" "$status"
  "$signpost" report "$trace" > "$scratch/exports/report.txt" 2> /dev/null || true
}

file_of() {
  case $1 in
    perfetto) echo trace.pftrace ;;
    chrome) echo trace.json ;;
    speedscope) echo trace.speedscope.json ;;
    *) echo "trace.$1" ;;
  esac
}

read_exports() {
  "$readers" "$repository/Tests/Trace/Viewers/exports.py" "$@" 2> "$scratch/readers.log" \
    || fail "exports.py $1: $(tail -n 20 "$scratch/readers.log")"
}

# expect_same_counts TRACE: all formats have the numbers of spans, arrows and nanoseconds that the
# text of babeltrace2 has. Sets `counted` to these.
expect_same_counts() {
  local line name
  export_all "$1"
  counted=$(read_exports reference "$1")
  counted=${counted#reference: }
  read_exports counts "$scratch/exports" > "$scratch/counts"
  expect_equal "the number of formats" 11 "$(wc -l < "$scratch/counts")"
  while IFS= read -r line; do
    name=${line%%: *}
    # Where a format has no such number, it is left out.
    expect_equal "the counts of $name" "$(known_counts "$counted" "${line#*: }")" \
      "$(known_counts "${line#*: }" "${line#*: }")"
  done < "$scratch/counts"
}

# known_counts COUNTS OTHER: those that OTHER has a number for, a line each.
known_counts() {
  paste -d '|' <(tr ',' '\n' <<< "$1") <(tr ',' '\n' <<< "$2") \
    | awk -F '|' '$2 !~ / -$/ { sub(/^ /, "", $1); print $1 }'
}
