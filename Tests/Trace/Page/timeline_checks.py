"""Drives the timeline in a real browser, by pointer and by keys.

  timeline_checks.py DIRECTORY    makes a recording there, whose page it opens
"""

import pathlib
import re
import sys

from Browser import Browser, Server, make_sample
from Parts import click_row, wait_for, wait_for_details

UNITS = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}


class Failure(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failure(what)


def stage(page):
    return page.locator(".timeline-overlay")


def window(page):
    """How long the stretch in sight is, and where it starts, in nanoseconds."""
    text = page.get_attribute(".timeline-overview-canvas", "aria-valuetext")
    duration, unit, start, start_unit = re.fullmatch(
        r"([\d.,]+) (\w+) from ([\d.,]+) (\w+) on", text).groups()
    def number(digits):
        return float(digits.replace(",", ""))
    return number(duration) * UNITS[unit], number(start) * UNITS[start_unit]


def press(page, key):
    """Presses a key, and waits until its result is drawn."""
    page.keyboard.press(key)
    page.evaluate(
        """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))""")


def said(page):
    return page.inner_text(".timeline > [aria-live]")


def press_and_hear(page, key):
    """Presses a key, and returns the announcement for a screen reader."""
    page.evaluate("() => { document.querySelector('.timeline > [aria-live]').textContent = ''; }")
    press(page, key)
    wait_for(page, "() => document.querySelector('.timeline > [aria-live]').textContent !== ''")
    return said(page)


def check_keys_move_the_window(page):
    stage(page).focus()
    press(page, "f")
    whole, _ = window(page)
    for _ in range(4):
        press(page, "w")
    closer, start = window(page)
    expect(closer < whole / 5, f"W zooms in: {whole} → {closer}")
    press(page, "d")
    expect(window(page)[1] > start, "D moves to the right")
    press(page, "a")
    expect(abs(window(page)[1] - start) < closer, "A moves back")
    press(page, "s")
    expect(window(page)[0] > closer, "S zooms out")
    press(page, "Home")
    expect(window(page)[1] == 0, "Home shows the start")
    press(page, "End")
    expect(window(page)[1] > 0, "End shows the end")
    press(page, "f")
    expect(window(page)[0] == whole, "F shows everything")


def check_wheel_and_drag(page):
    box = stage(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    page.mouse.move(x, y)
    whole, _ = window(page)
    page.keyboard.down("Control")
    for _ in range(10):
        page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    wait_for(page, "(whole) => document.querySelector('.timeline-overview-canvas')"
             ".getAttribute('aria-valuetext') !== whole", f"{whole}")
    press(page, "Shift")
    closer, start = window(page)
    expect(closer < whole / 20, f"the wheel zooms with Ctrl: {whole} → {closer}")
    page.mouse.down()
    page.mouse.move(x - 300, y, steps=6)
    page.mouse.up()
    press(page, "Shift")
    expect(window(page)[1] > start, "a drag to the left moves to the right")


def check_spans_by_keyboard(page):
    stage(page).focus()
    press(page, "Escape")
    first = press_and_hear(page, "Enter")
    expect(re.match(r"(action|effect|interval|observer|store|log|event) ", first), f"said {first}")
    second = press_and_hear(page, "ArrowRight")
    expect(second != first, "the next span is another one")
    expect(press_and_hear(page, "ArrowLeft").split(", ")[:2] == first.split(", ")[:2],
           "and back again")
    items = page.locator(".timeline-overlay li")
    expect(items.count() > 0, "the row is there as a list")
    expect(page.locator(".timeline-overlay li[aria-current=true]").count() == 1,
           "one of which is focused")
    name = re.match(r"\w+ (.*?), [\d.,]+ (ns|µs|ms|s)", said(page)).group(1)
    press(page, "Enter")
    wait_for_details(page, name)


def check_measure(page):
    announced = press_and_hear(page, "m")
    expect(re.fullmatch(r"[\d.,]+ (ns|µs|ms|s), [\d,]+ actions?", announced), f"M measures: {announced}")
    expect(announced.split(", ")[0] in page.inner_text(".details"), "as long as the selection")


def check_causes_by_keys(page):
    """From an effect back to its cause, and forwards again."""
    page.click("#tab-slowest-effects")
    click_row(page, "slowest-effects", 0)
    wait_for_details(page)
    stage(page).focus()
    cause = press_and_hear(page, "[")
    expect(cause.startswith("action "), f"an effect came from an action: {cause}")
    effect = press_and_hear(page, "]")
    expect(effect.startswith("effect "), f"which leads back to it: {effect}")
    for _ in range(300):
        announced = press_and_hear(page, "[")
        if announced == "came from outside":
            break
    expect(announced == "came from outside", "at last it came from outside")


def check_lanes_collapse(page):
    stage(page).focus()
    press(page, "Escape")
    for _ in range(12):
        press(page, "PageUp")
    labels = page.locator(".timeline-label:not(.is-heading)")
    count = labels.count()
    before = labels.first.bounding_box()["height"]
    labels.first.click()
    expect(labels.first.get_attribute("aria-expanded") == "false", "a lane collapses")
    expect(labels.first.bounding_box()["height"] <= before, "and is lower then")
    labels.first.click()
    heading = page.locator(".timeline-label.is-heading").first
    heading.click()
    expect(labels.count() < count, "a process hides its lanes")
    heading.click()
    expect(labels.count() == count, "and shows them again")


def check_label_of_a_cut_lane(page):
    """The name of a lane stays in sight while a part of the lane does."""
    stage(page).focus()
    press(page, "Escape")
    for _ in range(12):
        press(page, "PageUp")
    box = stage(page).bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 100)
    cut = 0
    for _ in range(20):
        page.mouse.wheel(0, 31)
        press(page, "Shift")
        hidden, count = page.evaluate(
            """() => {
              const { top } = document.querySelector(".timeline-labels").getBoundingClientRect();
              const cut = [...document.querySelectorAll(".timeline-label")].filter((label) => {
                const { top: begin, bottom } = label.getBoundingClientRect();
                return begin < top - 8 && bottom > top + 26;
              });
              const hidden = cut.filter((label) => label.querySelector(".timeline-label-title")
                .getBoundingClientRect().top < top);
              return [hidden.map((label) => label.textContent), cut.length];
            }""")
        expect(hidden == [], f"lanes without a name: {hidden}")
        cut += count
    expect(cut > 3, f"only {cut} lanes were cut")
    for _ in range(12):
        press(page, "PageUp")


def check_overview_brush(page):
    stage(page).focus()
    press(page, "Escape")
    press(page, "f")
    whole, _ = window(page)
    for _ in range(3):
        press(page, "w")
    box = page.locator(".timeline-overview-canvas").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.1, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.2, y, steps=5)
    page.mouse.up()
    press(page, "Shift")
    part = window(page)[0] / whole
    expect(0.07 < part < 0.13, f"a tenth of the overview is a tenth of the trace: {part}")


def check_pixels_are_drawn(page):
    """Spans are drawn in colours, in the middle of the visible part."""
    stage(page).focus()
    press(page, "f")
    colored = page.evaluate(
        """() => {
          const canvas = document.querySelector(".timeline-canvas");
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let colored = 0;
          for (let place = 0; place < data.length; place += 4) {
            const least = Math.min(data[place], data[place + 1], data[place + 2]);
            const greatest = Math.max(data[place], data[place + 1], data[place + 2]);
            if (greatest - least > 30) colored += 1;
          }
          return colored / (data.length / 4);
        }""")
    expect(colored > 0.004, f"{colored} of the picture is drawn")


def curves(page):
    return page.evaluate("async () => (await (await fetch('head')).json()).curves")


def steps(curve):
    """The times and the counts of a curve."""
    times, time = [0], 0
    for by in curve["start"]:
        time += by
        times.append(time)
    return list(zip(times, [0, *curve["most"]]))


def label(page, name):
    """Brings a lane into sight, and returns the place of its label."""
    found = page.locator(".timeline-label", has_text=name).first
    found.evaluate("label => label.focus()")
    press(page, "Shift")
    return found.bounding_box()


def check_curves_by_pointer(page):
    """The pointer shows the count at its time, which is uncertain after lost events."""
    stage(page).focus()
    press(page, "Escape")
    press(page, "f")
    curve = next(curve for curve in curves(page) if curve["kind"] == "effects")
    gap = page.evaluate("async () => (await (await fetch('head')).json()).gaps")[curve["process"]]
    row = label(page, "Effects alive")
    box = stage(page).bounding_box()
    known = steps(curve)
    duration = page.evaluate("async () => (await (await fetch('head')).json()).duration")
    # A step of many changes has the extremes of its counts.
    ranges = ["0", *(
        f"{most:,}" if least == most else f"{least:,}–{most:,}"
        for least, most in zip(curve["least"], curve["most"]))]
    spoken = page.evaluate(
        """async (times) => {
          const { formatDuration } = await import(new URL("scripts/state/format.js", location.href));
          return times.map(formatDuration);
        }""", [start for start, _ in known])
    # Before the loss, and after it.
    for part in (0.3, 0.7):
        x = box["x"] + box["width"] * (part + 0.01) / 1.02
        expect((part * duration > gap["end"]) == (part > 0.5), f"a loss is at {part} of the trace")
        page.mouse.move(x, row["y"] + 13)
        page.keyboard.down("Control")
        for _ in range(40):
            page.mouse.wheel(0, -120)
        page.keyboard.up("Control")
        page.mouse.move(x + 1, row["y"] + 13)
        wait_for(page, "() => /alive/.test(document.querySelector('.timeline-tip').textContent)")
        count, since, *loss = page.inner_text(".timeline-tip").splitlines()
        index = max(index for index, (start, _) in enumerate(known) if start <= part * duration)
        near = range(max(index - 2, 0), min(index + 3, len(known)))
        expected = [
            (f"{'about ' if part > 0.5 else ''}{ranges[place]} effects alive", spoken[place])
            for place in near]
        expect(any(count == text and since.startswith(f"from {start} on, for ")
            for text, start in expected), f"{count}, {since}: none of {expected}")
        expect(loss == (["events were lost before: the count can be wrong"] if part > 0.5 else []),
            f"the loss: {loss}")
        selected = page.inner_text(".details")
        page.mouse.click(x, row["y"] + 13)
        expect(page.inner_text(".details") == selected, "a click on a count changes the selection")
        stage(page).focus()
        press(page, "f")
    page.mouse.move(0, 0)


def check_curves_by_keyboard(page):
    """The keys go through the counts of a curve, and say each."""
    stage(page).focus()
    press(page, "Escape")
    press(page, "f")
    press_and_hear(page, "Enter")
    for _ in range(200):
        announced = press_and_hear(page, "ArrowDown")
        if "alive" in announced:
            break
    expect(re.match(r"(about )?[\d,]+ (effects|stores) alive, from ", announced), f"down to a curve: {announced}")
    after = press_and_hear(page, "ArrowRight")
    expect("alive" in after and after != announced, f"the next count: {after}")
    expect(re.search(r"\d+(st|nd|rd|th) of [\d,]+ in (Effects|Stores) alive", after), f"{after}")
    expect(press_and_hear(page, "ArrowLeft") == announced, "and back again")
    current = page.locator(".timeline-overlay li[aria-current=true]")
    expect(current.count() == 1 and "alive" in current.inner_text(), "the count is in the list")
    selection = page.inner_text(".details")
    press(page, "Enter")
    expect(page.inner_text(".details") == selection, "a count has no details")
    for _ in range(200):
        announced = press_and_hear(page, "ArrowDown")
        if "alive" not in announced and "in the queue" not in announced:
            break
    expect(re.match(r"(action|effect|interval|observer|store|log|event) ", announced),
        f"down to spans again: {announced}")


def check_curves_are_drawn(page):
    """The area of a curve is as high as its counts are."""
    stage(page).focus()
    press(page, "Escape")
    press(page, "f")
    row = label(page, "Effects alive")
    box = stage(page).bounding_box()
    heights = page.evaluate(
        """([top, height]) => {
          const canvas = document.querySelector(".timeline-canvas");
          const color = getComputedStyle(canvas).getPropertyValue("--accent").trim();
          const wanted = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
          const { width } = canvas;
          // The canvas itself stays one that is only drawn to.
          const copy = Object.assign(document.createElement("canvas"), { width, height });
          const context = copy.getContext("2d", { willReadFrequently: true });
          context.drawImage(canvas, 0, -top);
          const { data } = context.getImageData(0, 0, width, height);
          const heights = new Array(width).fill(0);
          for (let x = 0; x < width; x += 1) {
            for (let y = 0; y < height; y += 1) {
              const at = (y * width + x) * 4;
              if (wanted.every((part, index) => data[at + index] === part)) {
                heights[x] = height - y;
                break;
              }
            }
          }
          return heights;
        }""", [round(row["y"] - box["y"]), round(row["height"])])
    curve = next(curve for curve in curves(page) if curve["kind"] == "effects")
    known = steps(curve)
    gap = page.evaluate("async () => (await (await fetch('head')).json()).gaps")[curve["process"]]
    # The whole trace has a margin of a hundredth.
    duration = page.evaluate("async () => (await (await fetch('head')).json()).duration")
    columns = int(gap["start"] / duration * len(heights)) - 2
    expect(columns > 100, f"only {columns} columns before the loss")
    found = []
    for x in range(columns):
        [begin, end] = [((x + by) * 1.02 / len(heights) - 0.01) * duration for by in (0, 1)]
        within = [count for time, count in known if begin <= time < end]
        before = [count for time, count in known if time <= begin][-1:]
        if max(within + before, default=0) > 0:
            found.append((max(within + before), heights[x]))
    found.sort()
    expect(all(height > 0 for _, height in found), f"a count is not drawn: {found[:9]}")
    for (less, lower), (more, higher) in zip(found, found[1:]):
        expect(higher >= lower, f"{less} is {lower} pixels high, and {more} is {higher}")
    expect(found[-1][1] - found[0][1] > 12, f"from {found[0]} to {found[-1]}")


CHECKS = [
    check_keys_move_the_window, check_wheel_and_drag, check_spans_by_keyboard, check_measure,
    check_causes_by_keys, check_lanes_collapse, check_label_of_a_cut_lane, check_overview_brush,
    check_pixels_are_drawn, check_curves_are_drawn, check_curves_by_pointer, check_curves_by_keyboard,
]


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 64
    directory = pathlib.Path(arguments[0])
    make_sample(directory / "timeline", spans=20000, seed=5)
    server = Server(directory)
    try:
        with Browser() as browser:
            page = browser.open(server.address + "timeline/index.html")
            for check in CHECKS:
                check(page)
                print(f"passed: {check.__name__}", flush=True)
            expect(page.messages == [], f"the console says {page.messages}")
    finally:
        server.close()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        sys.exit(1)
