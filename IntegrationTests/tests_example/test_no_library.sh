# The example does all it does where LTTng's libraries are absent or damaged.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"
source "$(dirname "${BASH_SOURCE[0]}")/example.sh"

commands=$(printf '%s\n' + fact wait 'repeat 2 +' -)
expected=$(printf '%s\n' 0 1 '1 | asking for a fact' \
  '1 | 1 is odd, the square of 1 and divides every number.' 2 3 2)
expect_equal "with the library" "$expected" "$("$counter" <<< "$commands")"

# Absent: a file tree with only the libraries that the program is linked against, and the files that
# Foundation reads.
mkdir "$scratch/root" "$scratch/root/proc" "$scratch/root/dev"
ldd "$counter" | grep -o '/[^ ]*' | while read -r library; do
  (cd / && cp -L --parents "$library" "$scratch/root")
done
cp "$counter" "$scratch/root/Counter"
namespace=(unshare --mount)
((EUID == 0)) || namespace+=(--map-root-user)
if "${namespace[@]}" mount --rbind /proc "$scratch/root/proc" 2> /dev/null; then
  # shellcheck disable=SC2016
  found=$("${namespace[@]}" bash -c '
    mount --rbind /proc "$1/proc"
    mount --rbind /dev "$1/dev"
    exec chroot "$1" /Counter
  ' - "$scratch/root" <<< "$commands")
  expect_equal "without the library" "$expected" "$found"
fi

mkdir "$scratch/lib"
: > "$scratch/lib/liblttng-ust.so.1"
: > "$scratch/lib/liblttng-ust-tracepoint.so.1"
expect_equal "with damaged libraries" "$expected" \
  "$(LD_LIBRARY_PATH=$scratch/lib "$counter" <<< "$commands")"
