# A program in Swift comes to the same where LTTng's libraries are absent, or there under another
# soname only, or not all of them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/work.sh"

# change_root COMMAND…: in $scratch/root, with /proc, where programs in Swift find their arguments.
change_root() {
  local map=()
  ((EUID == 0)) || map=(--map-root-user)
  unshare "${map[@]}" --mount --propagation private bash -c '
    mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"' "$scratch/root" "$@"
}

expect_work

# A file tree with only the libraries that the program is linked against.
mkdir "$scratch/root"
ldd "$runner" | grep -o '/[^ ]*' | while read -r library; do
  (cd / && cp -L --parents "$library" "$scratch/root")
done
cp "$runner" "$scratch/root"
mkdir "$scratch/root/proc"
if ! change_root /ScenarioRunner plain-action 2> "$scratch/root.log"; then
  printf 'not tried: %s\n' "$(cat "$scratch/root.log")"
  exit 0
fi

place=$(dirname "$(ldd "$runner" | sed -nE 's/.* (\/.*libc\.so\.6) .*/\1/p')")

# expect_untraced WHAT: the program has the same result, and answers `exit 7` as it should.
expect_untraced() {
  local output status=0
  output=$(printf 'round\nexit 7\n' | change_root /ScenarioRunner work 2>&1) \
    || status=$?
  expect_equal "the output $1" "ready"$'\n'"$expected" "$output"
  expect_equal "the exit code $1" 7 "$status"
}

expect_untraced "without the library"
for version in 0 2; do
  for library in ust ust-common ust-tracepoint; do
    cp -L "$place/liblttng-$library.so.1" "$scratch/root$place/liblttng-$library.so.$version"
  done
  expect_untraced "with version $version of the library"
done
cp -L "$place/liblttng-ust-tracepoint.so.1" "$scratch/root$place"
expect_untraced "with the library for tracepoints alone"
rm "$scratch/root$place/liblttng-ust-tracepoint.so.1"
cp -L "$place/liblttng-ust.so.1" "$scratch/root$place"
expect_untraced "with a library that lacks its own libraries"
cp -L "$place/liblttng-ust-common.so.1" "$scratch/root$place"
expect_untraced "without the library for tracepoints"
