"""Measures how soon the page shows a trace, and how smoothly it moves.

usage: Benchmarks/page.py ADDRESS [--rounds 3]

ADDRESS is the output of `signpost view`, or a file that `signpost export --format html` wrote. Runs
in a Chromium without a window, at 1440 by 900 pixels, and prints the median of the rounds. A frame
is the time between two calls of requestAnimationFrame: 16.7 ms where nothing is late.

Run it with the Python that scripts/setup.sh --tests installs:
.build/viewers/bin/python3 Benchmarks/page.py …
"""

import argparse
import pathlib
import shutil
import statistics
import time

from playwright.sync_api import sync_playwright

# How many colours the lanes have to show before that counts as a picture of a trace: empty ones
# have fewer.
COLOURS = 12
COLOURS_OF_LANES = """() => {
  let most = 0;
  for (const canvas of document.querySelectorAll("#timeline canvas")) {
    if (canvas.className.includes("overview") || canvas.width === 0) continue;
    const width = Math.min(canvas.width, 1100), height = Math.min(canvas.height - 20, 60);
    const { data } = canvas.getContext("2d").getImageData(0, 20, width, height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] > 0) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
    }
    most = Math.max(most, colours.size);
  }
  return most;
}"""
NOTE_FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const note = () => {
    const now = performance.now();
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
# The movements: name, steps of the wheel to the right and down, count, and whether Ctrl is held.
MOVEMENTS = [
    ("zoom in", 0, -100, 40, True),
    ("pan", 60, 0, 80, False),
    ("zoom out", 0, 100, 40, True),
    ("pan all of it", -60, 0, 40, False),
]


def memory_of_tab(browser):
    """The memory of the largest process that draws a page, in MB, with its part of shared pages."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    largest = 0
    for process in processes:
        if process["type"] != "renderer":
            continue
        lines = pathlib.Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
        size = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        largest = max(largest, size)
    return largest / 1000


def measure(browser, address):
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    begun = time.monotonic()
    page.goto(address, wait_until="commit")
    while page.evaluate(COLOURS_OF_LANES) <= COLOURS:
        if time.monotonic() - begun > 60:
            raise SystemExit(f"{address} shows no trace")
        time.sleep(0.01)
    figures = {"first picture": time.monotonic() - begun}
    page.wait_for_timeout(3000)
    page.evaluate(NOTE_FRAMES)
    page.mouse.move(700, 250)
    for name, right, down, count, with_control in MOVEMENTS:
        page.evaluate("frames_.length = 0")
        if with_control:
            page.keyboard.down("Control")
        for _ in range(count):
            page.mouse.wheel(right, down)
            page.wait_for_timeout(10)
        if with_control:
            page.keyboard.up("Control")
        frames = sorted(page.evaluate("frames_.slice(1)"))
        figures[name] = frames[len(frames) // 2], frames[int(len(frames) * 0.99)]
    figures["memory"] = memory_of_tab(browser)
    page.close()
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    address = options.address
    if "://" not in address:
        address = pathlib.Path(address).resolve().as_uri()
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        # Chromium's sandbox wants more than a container gives; the page is ours.
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        rounds = [measure(browser, address) for _ in range(options.rounds)]
        browser.close()
    print(f"first picture  {statistics.median(one['first picture'] for one in rounds):6.2f} s")
    print(f"memory         {statistics.median(one['memory'] for one in rounds):6.0f} MB\n")
    print("frames            median      p99")
    for name, *_ in MOVEMENTS:
        middle = statistics.median(one[name][0] for one in rounds)
        late = statistics.median(one[name][1] for one in rounds)
        print(f"{name:<14} {middle:6.1f} ms {late:6.1f} ms")


if __name__ == "__main__":
    main()
