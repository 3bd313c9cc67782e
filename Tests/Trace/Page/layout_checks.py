"""Opens the page in windows of several sizes, and checks that all is in sight and within reach.

  layout_checks.py DIRECTORY [CHECK…]    makes recordings there, whose pages it opens
"""

import json
import pathlib
import re
import sys

from Browser import SIZES, Browser, Server, make_sample
from Parts import details, open_tab, tabs, wait_for, wait_for_details

SMALL = (1024, 768)
WINDOWS = {**SIZES, "small": SMALL}
# The least size of a target, in pixels.
TARGET = 24

RECORD_TEXTS = """
  window.drawn = [];
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    const { a, d, e, f } = this.getTransform();
    const left = { center: x - width / 2, right: x - width, end: x - width }[this.textAlign] ?? x;
    const height = parseFloat(/[\\d.]+px/.exec(this.font)[0]) * d;
    const above = { top: 0, middle: 0.5, bottom: 1, alphabetic: 0.8 }[this.textBaseline] ?? 0.8;
    window.drawn.push({
      canvas: this.canvas.className, text, left: left * a + e, right: (left + width) * a + e,
      top: y * d + f - above * height, height, width: this.canvas.width,
    });
    return fillText.apply(this, arguments);
  };
"""


class Failure(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failure(text)


def with_head(directory, name, change):
    """The plain recording with another head."""
    target = directory / name
    target.mkdir()
    for part in ("index.html", "styles", "scripts", "chunks"):
        (target / part).symlink_to(directory / "plain" / part)
    head = json.loads((directory / "plain/head").read_text())
    change(head)
    (target / "head").write_text(json.dumps(head))
    return f"{name}/index.html"


def settle(page):
    page.evaluate("""() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(
      () => resolve())))""")


def small_targets(page):
    """The controls that are smaller than a finger or a trembling hand can hit."""
    return page.evaluate(
        """(least) => {
          const found = [];
          const controls = "button, a[href], input, select, [role=tab], [role=radio], [role=row][tabindex]";
          for (const element of document.querySelectorAll(controls)) {
            if (!element.checkVisibility() || element.closest(".unseen, .skip")) continue;
            const inner = element.closest("label") ?? element;
            const { width, height } = inner.getBoundingClientRect();
            if (width > 0 && height > 0 && (width < least - 0.01 || height < least - 0.01)) {
              const text = element.getAttribute("aria-label") ?? element.textContent.slice(0, 40);
              found.push(`${element.className || element.tagName} “${text}”: ${width.toFixed(1)} × `
                + height.toFixed(1));
            }
          }
          return [...new Set(found)];
        }""", TARGET)


def expect_large_targets(page, size, name):
    found = small_targets(page)
    expect(not found, f"{name} on a {size}: {found[:6]}")


def check_targets(browser, directory, address):
    for size, window in WINDOWS.items():
        page = browser.open(f"{address}plain/index.html", size=window)
        expect_large_targets(page, size, "the first view")
        for tab in tabs(page):
            open_tab(page, tab)
            expect_large_targets(page, size, f"tab {tab}")
        page.evaluate("() => document.querySelector('#tab-actions').click()")
        settle(page)
        page.locator("#panel-actions .grid-body .grid-row").first.click()
        page.wait_for_selector(".instances-list button")
        expect_large_targets(page, size, "the instances")
        page.locator(".instances-list button").first.click()
        wait_for_details(page)
        expect_large_targets(page, size, "the details")
        page.keyboard.press("?")
        page.wait_for_selector("dialog[open]")
        expect_large_targets(page, size, "the help")
        page.context.close()


def hidden_columns(page, tab):
    """The headings of a table that are not completely in sight."""
    return page.evaluate(
        """(tab) => {
          const grid = document.querySelector(`#panel-${tab} .grid`);
          const { right } = grid.getBoundingClientRect();
          const edge = right - (grid.offsetWidth - grid.clientWidth);
          return [...grid.querySelectorAll("[role=columnheader]")]
            .filter((cell) => cell.getBoundingClientRect().right > edge + 1)
            .map((cell) => cell.textContent);
        }""", tab)


def cut_cells(page, tab):
    """The headings and figures that are wider than their columns."""
    return page.evaluate(
        """(tab) => [...document.querySelectorAll(
            `#panel-${tab} .cell.is-number, #panel-${tab} .grid-head .heading`)]
          .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
          .map((cell) => cell.textContent)""", tab)


def check_columns(browser, directory, address):
    """All columns at 1,440 pixels beside the panel, and at least six at 1,024."""
    page = browser.open(f"{address}plain/index.html", size="laptop")
    expect(page.locator("#details").is_visible(), "the panel is not beside the tables")
    for tab in tabs(page):
        open_tab(page, tab)
        if page.locator(f"#panel-{tab} .grid").count() > 0:
            expect(not hidden_columns(page, tab),
                f"columns of {tab} that do not fit at 1,440: {hidden_columns(page, tab)}")
            expect(not cut_cells(page, tab), f"texts of {tab} at 1,440: {cut_cells(page, tab)[:5]}")
    page.context.close()
    page = browser.open(f"{address}plain/index.html", size=SMALL)
    for tab in tabs(page):
        page.select_option(".tab-list", tab)
        settle(page)
        grid = page.locator(f"#panel-{tab} .grid")
        if grid.count() > 0:
            columns = int(grid.get_attribute("aria-colcount"))
            shown = columns - len(hidden_columns(page, tab))
            expect(shown >= min(columns, 6), f"{shown} of {columns} columns of {tab} fit at 1,024")
    page.context.close()


def check_names_on_a_phone(browser, directory, address):
    def change(head):
        row = head["report"]["actions"][0]
        head["report"]["actions"] = [
            {**row, "prefix": "checkout", "name": name}
            for name in ("closingTimeReached", "paymentMethodSelected", "destination.dismiss")]
    place = with_head(directory, "names", change)
    page = browser.open(address + place, size="phone")
    cut = page.evaluate(
        """() => [...document.querySelectorAll("#panel-actions [role=rowheader]")]
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => cell.textContent)""")
    expect(not cut, f"names that are cut on a phone: {cut}")
    page.context.close()


def check_tabs(browser, directory, address):
    """Tabs that do not fit are in a list."""
    for size, window in WINDOWS.items():
        page = browser.open(f"{address}plain/index.html", size=window)
        chooser = page.locator(".tab-list")
        last = page.locator("[role=tab]").last
        bar = page.locator(".tabs").bounding_box()
        box = last.bounding_box()
        isCut = box["x"] + box["width"] > bar["x"] + bar["width"] + 1
        expect(chooser.is_visible() == isCut, f"the list of tabs on a {size}: the last is cut: {isCut}")
        if isCut:
            for tab in tabs(page):
                chooser.select_option(tab)
                expect(page.locator(f"#panel-{tab}").is_visible(), f"{tab} is not shown on a {size}")
        page.context.close()


def overlaps(texts):
    # The room above and below the letters of a line is a quarter of its height.
    return [
        (one["text"], other["text"]) for place, one in enumerate(texts) for other in texts[:place]
        if abs(one["top"] - other["top"]) < 0.75 * min(one["height"], other["height"])
        and one["left"] < other["right"] and other["left"] < one["right"]]


def check_labels(browser, directory, address):
    """Labels of axes are complete, and do not overlap, however narrow the picture is."""
    for size in [(390, 844), (700, 800), (1024, 768), (1440, 900)]:
        page = browser.open(f"{address}plain/index.html", size=size, script=RECORD_TEXTS)
        # In the course of a movement, marks are at the edge of the picture at some time.
        page.focus(".timeline-overlay")
        for _ in range(12):
            page.keyboard.press("d")
            settle(page)
            page.keyboard.press("w")
            settle(page)
        axis = [text for text in page.evaluate("() => window.drawn")
            if text["canvas"] == "timeline-canvas" and re.fullmatch(r"[\d.,]+ \w+", text["text"])]
        expect(axis, f"no labels of the time axis at {size}")
        cut = [text["text"] for text in axis if text["right"] > text["width"] + 0.5]
        expect(not cut, f"labels of the time axis that are cut at {size}: {cut}")
        for number in range(8):
            page.locator("#panel-actions .grid-body .grid-row").nth(number).evaluate(
                "row => row.click()")
            page.wait_for_selector(".instances-list button")
            wait_for(page, "() => document.querySelector('.instances-progress').hidden")
            # The plot alone is drawn again, in another width.
            settle(page)
            page.evaluate("() => { window.drawn = []; }")
            page.locator(".dots").evaluate(
                "(dots, by) => { dots.parentElement.style.width = `calc(100% - ${by}px)`; }",
                number + 1)
            wait_for(page, "() => window.drawn.some(({ canvas }) => canvas.includes('dots'))")
            settle(page)
            plot = [text for text in page.evaluate("() => window.drawn") if "dots" in text["canvas"]]
            places = {(text["text"], text["top"], text["left"]): text for text in plot}
            found = overlaps(list(places.values()))
            expect(len(places) > 3 and not found, f"labels of a plot at {size}: {found}")
        page.context.close()


def check_strip(browser, directory, address):
    """The legend of the strip has units, and its p99 is no larger than the maximum of the table."""
    page = browser.open(f"{address}plain/index.html")
    bars, line = page.locator(".timeline-legend-entry").all_inner_texts()
    expect(re.fullmatch(r"≤ [\d,]+ actions in [\d.]+ (ns|µs|ms|s)", bars), f"the bars: {bars}")
    expect(re.fullmatch(r"p99 ≤ [\d.]+ (ns|µs|ms|s)", line), f"the line: {line}")
    greatest = page.evaluate(
        "async () => { const { overview, report } = await (await fetch('head')).json(); return ["
        "Math.max(...overview.p99), Math.max(...report.actions.map(row => row.duration.max_ns))]; }")
    expect(greatest[0] <= greatest[1], f"p99 and maximum: {greatest}")
    page.context.close()
    for size, window in WINDOWS.items():
        page = browser.open(f"{address}plain/index.html", size=window)
        cut = page.evaluate(
            """() => {
              const corner = document.querySelector(".timeline-corner").getBoundingClientRect();
              return [...document.querySelectorAll(".timeline-legend-entry")].filter((entry) => {
                const { left, right, top, bottom } = entry.getBoundingClientRect();
                return top < corner.top || bottom > corner.bottom || right > corner.right
                  || entry.scrollWidth > entry.clientWidth || left < corner.left;
              }).map((entry) => entry.textContent);
            }""")
        expect(not cut, f"the legend of the strip on a {size}: {cut}")
        page.context.close()


def check_colours(browser, directory, address):
    """Up to a dozen prefixes have a hue each, and observers have another."""
    def change(head):
        action = head["report"]["actions"][0]
        prefixes = [f"feature{number}" for number in range(12)]
        head["names"] = [*([prefix, "tap"] for prefix in prefixes), *head["names"][:1]]
        head["report"]["actions"] = [{**action, "prefix": prefix} for prefix in prefixes]
        head.update(lanes=[], chunks=[], curves=[])
    place = with_head(directory, "colours", change)
    for theme in ("light", "dark"):
        page = browser.open(address + place, theme=theme)
        colours = page.evaluate(
            """() => [...document.querySelectorAll(".legend .name")].map((name) =>
              [name.textContent, getComputedStyle(name, "::before").backgroundColor])""")
        names = [name for name, _ in colours]
        expect(len(names) >= 13 and "observers" in names, f"the legend in {theme}: {names}")
        expect(len({colour for _, colour in colours}) == len(colours),
            f"the colours in {theme} are not all different: {colours}")
        page.context.close()


def check_many_stores(browser, directory, address):
    """1,005 stores of a feature are one lane, with their number."""
    def change(head):
        head["names"].append(["", "Chat"])
        feature = len(head["names"]) - 1
        head["lanes"] += [
            {"process": 0, "kind": "stores", "rows": 1, "store": str(5000 + number), "feature": feature}
            for number in range(1005)]
    place = with_head(directory, "chats", change)
    page = browser.open(address + place)
    def labels():
        return page.locator(".timeline-label:not(.is-heading)").evaluate_all(
            "labels => labels.map(label => label.textContent).filter(text => text.startsWith('Chat'))")
    expect(len(labels()) == 1 and "1,005" in labels()[0], f"lanes of chats: {labels()[:4]}")
    cut = page.locator(".timeline-label", has_text="Chat").evaluate_all(
        "labels => labels.flatMap(label => [...label.querySelectorAll('bdi')])"
        ".filter(text => text.scrollWidth > text.clientWidth).map(text => text.textContent)")
    expect(not cut, f"the label of the chats is cut: {cut}")
    page.locator(".timeline-label", has_text="Chat").evaluate("label => label.click()")
    expect(len(labels()) == 1006, f"{len(labels())} lanes of chats")
    expect(f"Chat #{5000 + 7}" in " ".join(labels()), "the lane of a store has no number")
    page.context.close()


def check_block(browser, directory, address):
    """A click on a block of records shows them apart."""
    page = browser.open(f"{address}blocks/index.html")
    wait_for(page, "() => document.querySelector('.timeline-canvas').width > 300")
    window = "() => document.querySelector('.timeline-overview-canvas').getAttribute('aria-valuetext')"
    whole = page.evaluate(window)
    box = page.locator(".timeline-overlay").bounding_box()
    tip = page.locator(".timeline-tip")
    found = None
    for y in range(40, int(box["height"]) - 10, 9):
        for x in range(20, int(box["width"]) - 20, 40):
            page.mouse.move(box["x"] + x, box["y"] + y)
            if tip.is_visible() and re.search(r"[\d,]+ records in", tip.inner_text()):
                found = (box["x"] + x, box["y"] + y)
                break
        if found:
            break
    expect(found, "no block is under the pointer")
    page.mouse.click(*found)
    wait_for(page, f"(whole) => ({window})() !== whole", whole)
    page.context.close()


def check_brackets_in_tables(browser, directory, address):
    """The keys of causes follow them from a row of a table."""
    page = browser.open(f"{address}plain/index.html")
    open_tab(page, "slowest-effects")
    page.locator("#panel-slowest-effects .grid-body .grid-row").first.click()
    wait_for_details(page)
    effect = details(page)["id"]
    focused = page.evaluate("() => document.activeElement.getAttribute('role')")
    expect(focused == "row", f"the focus is at {focused}")
    page.keyboard.press("[")
    wait_for(page, "() => document.querySelector('.details-head .kind').textContent === 'action'")
    page.keyboard.press("]")
    wait_for(page, "() => document.querySelector('.details-head .kind').textContent === 'effect'")
    wait_for_details(page)
    expect(details(page)["id"] == effect, f"{details(page)['id']} instead of effect {effect}")
    page.context.close()


def check_findings_on_a_phone(browser, directory, address):
    page = browser.open(f"{address}plain/index.html", size="phone")
    report = page.evaluate("async () => (await (await fetch('head')).json()).report")
    summary = report["findings"][0]["summary"]
    shown = page.get_by_text(summary, exact=True).locator("visible=true").first
    box = shown.bounding_box()
    expect(box and box["y"] + box["height"] <= 844, f"“{summary}” is at {box}")
    time = page.get_by_text(report["time"][0]["summary"]).locator("visible=true").first.bounding_box()
    expect(time and time["y"] + time["height"] <= 844, f"the use of the time is at {time}")
    page.context.close()


def check_log_record(browser, directory, address):
    """The details of a log record have its thread, and the action in which it was written."""
    page = browser.open(f"{address}plain/index.html")
    open_tab(page, "logs")
    page.locator("#panel-logs .grid-body .grid-row").first.click()
    page.wait_for_selector(".instances-list button")
    for number in range(page.locator(".instances-list button").count()):
        page.locator(".instances-list button").nth(number).click()
        wait_for_details(page)
        expect("thread" in details(page), f"the fields of a log record: {details(page)}")
        settle(page)
        if page.locator(".chain-causes .steps button").count() > 1:
            break
    expect(page.locator(".chain-causes .steps button").count() > 1, "no log record is in an action")
    page.context.close()


CHECKS = [
    check_targets, check_columns, check_names_on_a_phone, check_tabs, check_labels, check_strip,
    check_colours, check_many_stores, check_block, check_brackets_in_tables,
    check_findings_on_a_phone, check_log_record,
]


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 64
    directory = pathlib.Path(arguments[0])
    make_sample(directory / "plain", spans=8000, seed=3, stores=7)
    make_sample(directory / "blocks", spans=60000, seed=2)
    server = Server(directory)
    status = 0
    try:
        with Browser() as browser:
            for check in CHECKS:
                if arguments[1:] and check.__name__ not in arguments[1:]:
                    continue
                try:
                    check(browser, directory, server.address)
                    print(f"passed: {check.__name__}", flush=True)
                except Failure as failure:
                    print(f"failed: {check.__name__}: {failure}", file=sys.stderr, flush=True)
                    status = 1
    finally:
        server.close()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
