# The command is installed with its manual and its completions, works in its place, is installed
# once more over itself, and is removed completely; files of others stay.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../support.sh"

signpost=$(built_products)/signpost
[[ -x $signpost ]] || fail "run swift build first"
# The files of `make release`, with the command of this build.
export SIGNPOST_STAGE=$scratch/stage
"$repository/scripts/install.sh" stage "$signpost"

# A package being built, below a directory with a space in its name.
destination="$scratch/a package"
prefix=/usr/local
target=$destination$prefix
make_it() { make --silent -C "$repository" "$@" PREFIX="$prefix" DESTDIR="$destination"; }
files() { (cd "$1" && find . -type f | sort); }

mkdir -p "$target/share/man/man1"
echo other > "$target/share/man/man1/other.1"
(umask 077 && make_it install) > "$scratch/install.log"
expect_equal "what others than root cannot read" "" "$(find "$target/share/signpost" ! -perm -004)"
has_line "^Installed $target/bin/signpost, " "$scratch/install.log" || fail "$(cat "$scratch/install.log")"
commands=$("$signpost" --help | sed -nE 's/^.{10} ([a-z]+) +[A-Z].*/\1/p')
expect_equal "files" "$(
  {
    printf './%s\n' bin/signpost share/bash-completion/completions/signpost \
      share/zsh/site-functions/_signpost share/fish/vendor_completions.d/signpost.fish \
      share/man/man1/other.1 share/man/man1/signpost.1 share/signpost/installed
    for command in $commands; do printf './share/man/man1/signpost-%s.1\n' "$command"; done
  } | sort
)" "$(files "$target")"
expect_equal "what the command says of itself" "$("$signpost" --help)" \
  "$(cd / && "$target/bin/signpost" --help)"

readelf -d "$target/bin/signpost" > "$scratch/needed"
! has_line 'libxml2\|libFoundationXML' "$scratch/needed" || fail "the command needs libxml2"

# The manual: each page renders without a warning, and names the options that help names.
for page in "$target"/share/man/man1/signpost*.1; do
  name=$(basename "$page" .1)
  LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings --local-file "$page" > "$scratch/page" 2> "$scratch/warnings"
  expect_equal "warnings about $name" "" "$(cat "$scratch/warnings")"
  LC_ALL=C MANWIDTH=80 man --warnings --local-file "$page" 2>&1 > /dev/null | tee "$scratch/warnings"
  expect_equal "warnings about $name in ASCII" "" "$(cat "$scratch/warnings")"
  for section in NAME SYNOPSIS OPTIONS 'SEE ALSO'; do
    has_line "^$section$" "$scratch/page" || fail "no section $section in $name"
  done
  command=${name#signpost}
  # The overview of all commands has no usage.
  usage=$'  --version\n  --help'
  [[ -z $command ]] || usage=$("$signpost" "${command#-}" --help | sed -n '/^USAGE/,$p')
  expect_equal "options in $name" \
    "$(grep -oE '^  (-[a-z], )?--[a-z-]+(/--[a-z-]+)?' <<< "$usage" | grep -oE -- '--[a-z-]+' | sort -u)" \
    "$(sed -n '/^OPTIONS/,$p' "$scratch/page" | grep -E '^       -' | grep -oE -- '--[a-z-]+' | sort -u)"
  if command -v mandoc > /dev/null; then
    expect_equal "what mandoc says about $name" "" "$(mandoc -T lint -W warning "$page" 2>&1 || true)"
  fi
done
MANPATH=$target/share/man man --where signpost-record > "$scratch/where"
has_line signpost-record.1 "$scratch/where" || fail "man does not find the page"

# Completions: each shell loads its file, and bash completes a command and an option.
completed=$(bash --norc -c '
  source "$1"
  COMP_WORDS=(signpost rec) COMP_CWORD=1 COMP_LINE="signpost rec" COMP_POINT=12
  entry=$(complete -p signpost | sed -E "s/.*-F ([^ ]+) .*/\1/")
  $entry signpost rec signpost
  echo "${COMPREPLY[*]}"
' bash "$target/share/bash-completion/completions/signpost")
expect_equal "what bash makes of 'rec'" "record" "${completed% }"
if command -v zsh > /dev/null; then
  zsh -f -c 'fpath=("$1" $fpath); autoload -Uz compinit && compinit -u -D && whence -w _signpost && autoload +X _signpost' \
    zsh "$target/share/zsh/site-functions" > "$scratch/zsh.log" 2>&1 || fail "$(cat "$scratch/zsh.log")"
  has_line '^_signpost: function' "$scratch/zsh.log" || fail "$(cat "$scratch/zsh.log")"
fi
if command -v fish > /dev/null; then
  HOME=$scratch fish --no-config -c 'source $argv[1]; complete -C "signpost rec"' \
    "$target/share/fish/vendor_completions.d/signpost.fish" > "$scratch/fish.log" 2>&1
  has_line '^record' "$scratch/fish.log" || fail "fish: $(cat "$scratch/fish.log")"
fi

# The units for services are valid, with the command where it is.
if command -v systemd-analyze > /dev/null; then
  cp "$scratch/stage/bin/signpost" "$scratch/signpost"
  sed "s|/usr/local/bin/signpost|$scratch/signpost|" \
    "$repository/Documentation/Services/my-server.service" > "$scratch/my-server.service"
  has_line "^ExecStart=$scratch/signpost " "$scratch/my-server.service" || fail "no command in the unit"
  systemd-analyze verify --man=no "$scratch/my-server.service" > "$scratch/unit.log" 2>&1 \
    || fail "$(cat "$scratch/unit.log")"
  expect_equal "what systemd says of the unit" "" "$(grep my-server "$scratch/unit.log" || true)"
  sed "s|/usr/local/bin/signpost|$scratch/signpost|" \
    "$repository/Documentation/Services/signpost-recorder@.service" \
    > "$scratch/signpost-recorder@shop.service"
  systemd-analyze verify --man=no "$scratch/signpost-recorder@shop.service" \
    > "$scratch/unit.log" 2>&1 || fail "$(cat "$scratch/unit.log")"
fi

# A later version that has a page less takes the page away; the command may run meanwhile.
rm "$scratch/stage/share/man/man1/signpost-view.1"
make_it install > "$scratch/install.log"
[[ ! -e $target/share/man/man1/signpost-view.1 ]] || fail "a page of an earlier version is left"
make_it uninstall > "$scratch/install.log"
expect_equal "what is left" "./share/man/man1/other.1" "$(files "$target")"
expect_equal "directories that are left" ". ./share ./share/man ./share/man/man1" \
  "$(cd "$target" && find . -type d | sort | paste -sd ' ')"
status=0
make_it uninstall 2> "$scratch/install.log" || status=$?
has_line 'signpost is not installed in ' "$scratch/install.log" || fail "$(cat "$scratch/install.log")"
((status != 0)) || fail "what is not there was removed"

# A place of its own, and one that is none.
prefix=$scratch/own destination=
make_it install > "$scratch/install.log"
"$scratch/own/bin/signpost" record --help | grep -q USAGE
make_it uninstall > "$scratch/install.log"
expect_equal "what is left in a prefix" "" "$(find "$scratch/own" -mindepth 1 | sort)"
prefix=relative
make_it install 2> "$scratch/install.log" && fail "a relative prefix was taken"
has_line "PREFIX has to be a path" "$scratch/install.log" || fail "$(cat "$scratch/install.log")"
