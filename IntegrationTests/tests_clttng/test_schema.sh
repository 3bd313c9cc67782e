# The declarations of a running program match Documentation/TraceSchema.md: events, log levels,
# fields in their order with their types, and the values of enumerations.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

build program << 'C'
#include "CLTTng.h"
#include <stdio.h>
int main(void) {
  puts("running");
  fflush(stdout);
  return getchar() == EOF ? 0 : 1;
}
C

# rows HEADING: the cells of the table under a heading of the document, without back quotes, one
# row per line, separated by |.
rows() {
  awk -v heading="## $1" '
    /^##/ { inside = $0 == heading }
    inside && /^\|/ && !/^\|-/ && ++row > 1 {
      gsub(/`/, "")
      gsub(/^\| *| *\|$/, "")
      gsub(/ *\| */, "|")
      print
    }
  ' "$repository/Documentation/TraceSchema.md"
}

# One line per event and per field, events sorted by name, fields in their order:
#   effect_end level INFO
#   effect_end.outcome enum finished=0 cancelled=1 failed=2
documented=$(
  {
    rows Enumerations | sed 's/^/enumeration|/'
    rows Events | sed 's/^/event|/'
    rows Fields | sed 's/^/field|/'
  } | awk -F'|' '
    $1 == "enumeration" { gsub(/,/, "", $3); gsub(/ = /, "=", $3); values[$2] = $3 }
    $1 == "event" {
      count = split($2, names, /, */)
      for (i = 1; i <= count; i++) print names[i] " 0 " names[i] " level " $3
    }
    $1 == "field" {
      count = split($2, names, /, */)
      type = $4
      if (type ~ /^enum /) { sub(/^enum /, "", type); type = "enum " values[type] }
      row++
      for (i = 1; i <= count; i++) print names[i] " " row " " names[i] "." $3 " " type
    }
  ' | sort -k1,1 -k2,2n | cut -d' ' -f3-
)
[[ $(wc -l <<< "$documented") -ge 35 ]] || fail "the tables do not parse: $documented"

start_daemon
start_session schema
for provider in composable_values composable_latency; do
  lttng_client enable-event --session=schema --userspace --channel=channel "$provider:*" \
    > "$scratch/lttng.log"
done
traced_in_background "$scratch/program"
wait_until "the program" has_line '^running$' "$scratch/program.log"

# `lttng list` prints the kind of each field, and lists the last field first.
listed=$(
  lttng_client list --userspace --fields | awk -v pid="$program_pid" '
    /^PID: / { inside = $2 == pid }
    !inside { next }
    /^ +[a-z_]+:.*\(loglevel: / {
      event = $1
      mine = sub(/^composable:/, "", event) || event ~ /^composable_(values|latency):/
      level = $0
      sub(/.*\(loglevel: (TRACE_)?/, "", level)
      sub(/ .*/, "", level)
      if (mine) print event " 0 " event " level " level
    }
    mine && $1 == "field:" {
      kind = $3
      gsub(/[()]/, "", kind)
      print event " " 1000 - NR " " event "." $2 " " kind
    }
  ' | sort -k1,1 -k2,2n | cut -d' ' -f3-
)
expect_equal "what lttng list --userspace --fields prints" \
  "$(sed -E 's/ u?int(8|32|64)$/ integer/; s/ enum .*/ enum/' <<< "$documented")" "$listed"

exec 3>&-
wait "$program_pid"
stop_session schema

# The metadata of its trace has the details that `lttng list` leaves out.
metadata=$(find "$scratch/trace-schema" -name metadata)
recorded=$(
  babeltrace2 --output-format=ctf-metadata "$(dirname "$metadata")" | awk '
    /^event \{/ { fields = 0 }
    /^\tname = "composable(_values|_latency)?:/ { gsub(/^\tname = "(composable:)?|";/, ""); event = $0 }
    /^\tloglevel = / {
      gsub(/;/, "")
      print event " 0 " event " level " ($3 == 4 ? "WARNING" : $3 == 6 ? "INFO" : $3 == 13 ? "DEBUG_LINE" : $3 == 14 ? "DEBUG" : $3)
    }
    /^\tfields := struct/ && event { inside = 1; next }
    /^\t\};/ && inside { inside = 0; event = "" }
    !inside { next }
    /^\t\tenum : integer/ { values = ""; next }
    /^\t\t\t"/ { gsub(/[",]/, ""); values = values " " $1 "=" $3; next }
    {
      field = $NF
      gsub(/^_|;$/, "", field)
      if ($1 == "integer") type = (/signed = 1/ ? "int" : "uint") substr($5, 1, length($5) - 1)
      else if ($1 == "string") type = "string"
      else type = "enum" values
      print event " " NR " " event "." field " " type
    }
  ' | sort -k1,1 -k2,2n | cut -d' ' -f3-
)
expect_equal "the metadata of a trace" "$documented" "$recorded"
