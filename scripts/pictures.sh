#!/usr/bin/env bash
# Makes the pictures of Documentation/Images: the report and `top` of the example Counter as vector
# graphics, and the page with a recording of it and with one of nested features as they look in
# Chromium, light and dark. Look at each before it is committed.
#
# Needs Chromium, tmux, which is the terminal of `top`, and pngquant; scripts/setup.sh --tests
# installs the first.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for program in chromium tmux pngquant; do
  command -v "$program" > /dev/null ||
    { printf 'pictures: %s is missing: sudo apt-get install %s\n' "$program" "$program" >&2; exit 69; }
done
images=$PWD/Documentation/Images
scratch=$(mktemp -d)
tmux=(tmux -L "pictures.$$" -f /dev/null)
clean_up() {
  "${tmux[@]}" kill-server 2> /dev/null || true
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export COMPOSABLE_WITHOUT_MACROS=1 LC_ALL=C.UTF-8
for product in signpost Counter; do
  swift build --package-path Examples --scratch-path .build --product "$product" > "$scratch/log" 2>&1 ||
    { cat "$scratch/log" >&2; exit 1; }
done
products=$(swift build --show-bin-path)
export PATH=$products:$PATH

scripts/demo-session.sh > "$scratch/commands"
signpost record --quiet --output "$scratch/counter" -- Counter --fail-multiples-of 13 \
  --timer-interval 40 < "$scratch/commands" > /dev/null
cd "$scratch"

# terminal FILE COLUMNS ROWS COMMAND WAIT: the screen of a terminal with a command, after WAIT
# seconds.
terminal() {
  "${tmux[@]}" new-session -d -x "$2" -y "$3" "COLORTERM= TERM=tmux-256color $4; sleep 1000"
  sleep "$5"
  "${tmux[@]}" capture-pane -e -p | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' > "$1.text"
  "${tmux[@]}" kill-session
  "$OLDPWD/scripts/terminal-svg.py" "${4%% <*}" < "$1.text" > "$images/$1.svg"
}
terminal report 118 64 'signpost report counter --limit 6' 5
{
  printf 'timer\n'
  for _ in {1..200}; do printf 'repeat 150 +\nwait 60\nfact\nrepeat 120 -\nwait 90\n'; done
} > commands
terminal top 110 17 'signpost top -- Counter --timer-interval 5 < commands' 12

# page NAME RECORDING BUTTON…: the page, after clicks on the buttons with these texts, light and
# dark.
page() {
  local theme file button
  signpost export "$2" --format html --output "$1.html" 2> /dev/null
  # The page allows its own script only, so that this one runs in a page without that policy.
  sed -i 's/<meta http-equiv="Content-Security-Policy"[^>]*>//' "$1.html"
  {
    printf '<script>\nconst click = (text) => [...document.querySelectorAll("button")]\n'
    printf '  .find((button) => button.textContent.includes(text)).click();\n'
    for ((button = 3; button <= $#; button++)); do
      printf 'setTimeout(() => click("%s"), %d);\n' "${!button}" $((button * 1000))
    done
    printf '</script>\n'
  } >> "$1.html"
  for theme in light dark; do
    file=$images/$1$([[ $theme == light ]] || printf '~dark').png
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1440,810 \
      --blink-settings="preferredColorScheme=$([[ $theme == dark ]] && printf 0 || printf 1)" \
      --virtual-time-budget=20000 --screenshot="$scratch/page.png" "file://$scratch/$1.html" \
      2> /dev/null
    pngquant --force --speed 1 --quality 70-95 --output "$file" page.png
  done
}
page page counter toggleTimerButto
signpost record --quiet --output shop -- "$products/ScenarioRunner" causes > /dev/null 2>&1
page timeline shop Stores watched Show
ls -l "$images"
