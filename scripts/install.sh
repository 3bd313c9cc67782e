#!/usr/bin/env bash
# Builds the command signpost for machines without Swift, and puts it where it belongs, with its
# manual and the completions of shells.
#
#   install.sh build                           builds into .build-install
#   install.sh stage COMMAND                   takes a command that is built already
#   install.sh install PREFIX [DESTDIR]        builds, and installs below DESTDIR/PREFIX
#   install.sh uninstall PREFIX [DESTDIR]      removes what was installed there
#
# As root by way of sudo it installs an earlier build, so that no file in the repository comes to
# belong to root: make release && sudo make install
set -euo pipefail
# Everyone may run the installed files, whatever the umask of root.
umask 022
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/.build-install
stage=${SIGNPOST_STAGE:-$build/stage}
# The installed files, a path a line, relative to the prefix, and the directories that were created.
list=share/signpost/installed

stop() {
  printf 'install: %s\n' "$1" >&2
  exit "${2:-73}"
}

# The command needs no library of Swift's where it runs. Foundation's networking, which its HTTP
# server refers to, needs libcurl: the linker is given the library that programs load, under the
# name that it looks for, which otherwise comes with a package for developers.
build() {
  local libraries=$build/libraries binaries log=$build/log file library=libcurl.so.4
  mkdir -p "$libraries"
  file=$(find_library "$library") || stop "$library is missing: scripts/setup.sh says how to install it" 69
  ln -sfn "$file" "$libraries/${library%.*}"
  local swift=(
    env COMPOSABLE_WITHOUT_MACROS=1
    swift build --package-path "$root" --scratch-path "$build" --configuration release
    --product signpost --static-swift-stdlib --disable-index-store
    # Without the paths of this machine: the command is passed on to others.
    -Xswiftc -file-prefix-map -Xswiftc "$root=." -Xcc "-ffile-prefix-map=$root=."
    -Xlinker "-L$libraries"
  )
  printf 'Building the command signpost (release), which takes minutes for the first time …\n'
  if ! "${swift[@]}" < /dev/null 2>&1 | tee "$log" | "$root/scripts/build-progress.sh"; then
    cat "$log" >&2
    stop "signpost does not build, see above" 70
  fi
  binaries=$("${swift[@]}" --show-bin-path 2> /dev/null)
  stage "$binaries/signpost"
  if grep -qF -- "$root" "$stage/bin/signpost" || ldd "$stage/bin/signpost" | grep -q libswift; then
    rm -rf "$stage"
    stop "the command refers to places on this machine" 70
  fi
  printf 'Built %s, %s.\n' "$stage/bin/signpost" "$(du -h "$stage/bin/signpost" | cut -f1)"
}

# stage COMMAND: the installed files, as they lie below the prefix.
stage() {
  rm -rf "$stage"
  mkdir -p "$stage"/{bin,share/man/man1,share/bash-completion/completions} \
    "$stage"/share/{zsh/site-functions,fish/vendor_completions.d}
  strip -o "$stage/bin/signpost" "$1" || stop "$1 is no command" 66
  chmod 755 "$stage/bin/signpost"
  local command=$stage/bin/signpost
  "$command" manual --date "$(source_date)" "$stage/share/man/man1"
  "$command" --generate-completion-script bash > "$stage/share/bash-completion/completions/signpost"
  "$command" --generate-completion-script zsh > "$stage/share/zsh/site-functions/_signpost"
  "$command" --generate-completion-script fish > "$stage/share/fish/vendor_completions.d/signpost.fish"
}

# The date of the build: the date of its commit, or the one that builders of packages request.
source_date() {
  if [[ -n ${SOURCE_DATE_EPOCH:-} ]]; then
    date --utc --date="@$SOURCE_DATE_EPOCH" +%F
  else
    git -C "$root" log -1 --format=%cs 2> /dev/null || date --utc +%F
  fi
}

find_library() {
  local directory
  for directory in /lib/*-linux-gnu* /usr/lib/*-linux-gnu* /lib64 /usr/lib64 /lib /usr/lib /usr/local/lib
  do
    if [[ -e $directory/$1 ]]; then
      printf '%s\n' "$directory/$1"
      return
    fi
  done
  return 1
}

# make_directory DIRECTORY: below the target, and notes each that was not there.
make_directory() {
  [[ -z $1 || -d $target/$1 ]] && return
  make_directory "$(parent "$1")"
  mkdir "$target/$1" || stop "$target/$1 cannot be made"
  printf '%s/\n' "$1" >> "$new_list"
}

parent() { [[ $1 != */* ]] || printf '%s\n' "${1%/*}"; }

install_files() {
  new_list=$(mktemp)
  trap 'rm -f "$new_list"' EXIT
  # Directories that an earlier installation created stay in the list.
  [[ ! -f $target/$list ]] || grep '/$' "$target/$list" > "$new_list" || true
  mkdir -p "$target" || stop "$target cannot be made"
  local file
  while IFS= read -r file; do
    make_directory "$(parent "$file")"
    # Beside it first: a command that runs may not be written to, and is replaced at once.
    cp "$stage/$file" "$target/$file.new" || stop "$target/$file cannot be written"
    chmod "$([[ $file == bin/* ]] && echo 755 || echo 644)" "$target/$file.new"
    mv -f "$target/$file.new" "$target/$file"
    printf '%s\n' "$file" >> "$new_list"
  done < <(cd "$stage" && find . -type f -printf '%P\n' | sort)
  make_directory "$(parent "$list")"
  printf '%s\n' "$list" >> "$new_list"
  # Pages of an earlier version that this one does not have.
  if [[ -f $target/$list ]]; then
    grep -v '/$' "$target/$list" | grep -vxFf "$new_list" | while IFS= read -r file; do
      is_below "$file" && rm -f "$target/$file"
    done || true
  fi
  cp "$new_list" "$target/$list"
  chmod 644 "$target/$list"
  printf 'Installed %s, its manual (man signpost) and completions for bash, zsh and fish.\n' \
    "$target/bin/signpost"
}

# A list may have been written by others: nothing outside of the prefix is removed.
is_below() { [[ $1 != /* && /$1/ != */../* ]]; }

uninstall_files() {
  [[ -f $target/$list ]] || stop "signpost is not installed in $target: there is no $target/$list" 66
  local entries entry
  mapfile -t entries < "$target/$list"
  for entry in "${entries[@]}"; do
    is_below "$entry" || continue
    [[ $entry == */ ]] || rm -f "$target/$entry" || stop "$target/$entry cannot be removed"
  done
  # The deepest first, and only those that nothing else has come into.
  while IFS= read -r entry; do
    if is_below "$entry"; then
      rmdir --ignore-fail-on-non-empty "$target/$entry" 2> /dev/null || true
    fi
  done < <(printf '%s\n' "${entries[@]}" | grep '/$' | sort -r)
  printf 'Removed signpost from %s.\n' "$target"
}

action=${1:-}
prefix=${2:-}
target=${3:-}$prefix
if [[ $action == install || $action == uninstall ]]; then
  [[ $prefix == /* ]] || stop "PREFIX has to be a path that begins with /, and is '$prefix'" 64
fi
case $action in
  build) build ;;
  stage) stage "$prefix" ;;
  install)
    if [[ -n ${SIGNPOST_STAGE:-} || ($EUID == 0 && -n ${SUDO_USER:-}) ]]; then
      [[ -x $stage/bin/signpost ]] || stop "build it first, as ${SUDO_USER:-a user}: make release" 66
    else
      build
    fi
    install_files
    ;;
  uninstall) uninstall_files ;;
  *) stop "install.sh build | stage COMMAND | install PREFIX [DESTDIR] | uninstall PREFIX [DESTDIR]" 64 ;;
esac
