#!/usr/bin/env bash
# The compiler as the demo uses it. Optimizing everything takes twice as long as the demo may, so
# only the modules are optimized in which the recorded program spends its time: the durations in the
# report are as in a release build.
set -euo pipefail

optimized=" Counter ComposableCore CompanionSupport ComposableClocks ComposableCombineSchedulers \
ComposableConcurrencyExtras ComposableDependencies Signpost OrderedCollections \
InternalCollectionsUtilities TraceSchema "
module=
previous=
for argument; do
  [[ $previous != -module-name ]] || module=$argument
  previous=$argument
done
options=(-gnone)
[[ $optimized == *" $module "* ]] || options+=(-Onone)
exec swiftc "$@" "${options[@]}"
