"""Opens the page that shows a trace in a real browser, and checks all that can be done with it.

  page_checks.py samples DIRECTORY [CHECK…]    pages of made-up recordings, which it makes there
  page_checks.py recording PAGE REPORT TEXT    an exported page, its report as JSON and Markdown
  page_checks.py causes PAGE NOTED             an exported page of a program that has noted the
                                               causes itself
  page_checks.py profile PAGE FUNCTIONS        an exported page of a recording with a CPU profile, or
                                               its address, and its functions as JSON
  page_checks.py comparison ADDRESS BEFORE AFTER    two recordings that are served side by side, and
                                               the report of each as JSON
"""

import json
import pathlib
import re
import sys
import time

from axe_playwright_python.sync_playwright import Axe
from Browser import SIZES, Browser, Server, make_sample
from Parts import (
    click_row,
    details,
    open_tab,
    read_table,
    row_named,
    select_row,
    steps,
    tabs,
    wait_for,
    wait_for_details,
)


class Failure(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failure(what)


def expect_equal(what, expected, found):
    if expected != found:
        raise Failure(f"{what}: expected {expected!r}, found {found!r}")


def expect_silence(page, address):
    """Nothing was said on the console, and nothing was loaded but the page and its own data."""
    expect_equal("messages of the console", [], page.messages)
    foreign = [url for url in page.requests if not url.startswith((address, "data:"))]
    expect_equal("requests", [], foreign)


def expect_accessible(page, what):
    results = Axe().run(page)
    found = [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for violation in results.response["violations"] for node in violation["nodes"]]
    expect_equal(f"what axe finds in {what}", [], found[:5])


def expect_fitting(page, what):
    """The page itself never scrolls, and nothing is wider than it."""
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    expect(widths[0] <= widths[1], f"{what} is {widths[0]} pixels wide in a window of {widths[1]}")


# ---- Made-up recordings ----------------------------------------------------------------------


def checks_of_samples(browser, directory, names):
    make_sample(directory / "plain", spans=8000, seed=3, stores=7)
    server = Server(directory)
    try:
        address = server.address + "plain/index.html"
        root = server.address + "plain/"
        for check in (
            check_all_sizes, check_findings, check_tables, check_instances, check_details,
            check_search, check_keyboard, check_switches, check_hostile_names,
        ):
            if not names or check.__name__ in names:
                check(browser, address, root)
                print(f"passed: {check.__name__}", flush=True)
        for check in (
            check_empty, check_nothing_selected, check_before_recording, check_damaged,
            check_lossy, check_other_version, check_old_browser, check_cut_off, check_script_error,
            check_wide_report, check_flame_graph, check_unreadable_profile, check_path,
        ):
            if not names or check.__name__ in names:
                check(browser, directory, server.address)
                print(f"passed: {check.__name__}", flush=True)
    finally:
        server.close()


def check_all_sizes(browser, address, root):
    for size in SIZES:
        for theme in ("light", "dark"):
            page = browser.open(address, size=size, theme=theme)
            what = f"the page on a {size} in {theme}"
            expect_fitting(page, what)
            expect_accessible(page, what)
            page.click("#tab-actions")
            click_row(page, "actions", 0)
            page.wait_for_selector(".instances-list button")
            expect_accessible(page, f"{what} with instances")
            page.click(".instances-list button >> nth=0")
            wait_for_details(page)
            expect_fitting(page, f"{what} with a selection")
            expect_accessible(page, f"{what} with a selection")
            page.keyboard.press("Escape")
            page.keyboard.press("?")
            page.wait_for_selector("dialog[open]")
            expect_accessible(page, f"the help on a {size} in {theme}")
            page.keyboard.press("Escape")
            for tab in tabs(page):
                open_tab(page, tab)
                expect_fitting(page, f"{what}, tab {tab}")
            open_tab(page, "trace")
            expect_accessible(page, f"{what}, tab trace")
            expect_silence(page, root)
            page.context.close()


def check_tables(browser, address, root):
    page = browser.open(address)
    report = page.evaluate("async () => (await (await fetch('head')).json()).report")
    table = read_table(page, "actions")
    expect_equal("rows of actions", len(report["actions"]), len(table["rows"]))
    column = table["headings"].index("count")

    def numbers():
        rows = read_table(page, "actions")["rows"]
        return [int(row[column].replace(",", "")) for row in rows]

    heading = page.locator("#panel-actions [data-key=count]")
    expect_equal("sorting at first", "none", heading.get_attribute("aria-sort"))
    heading.locator("button").click()
    expect_equal("sorting", "descending", heading.get_attribute("aria-sort"))
    expect_equal("counts", sorted(numbers(), reverse=True), numbers())
    heading.locator("button").click()
    expect_equal("sorting", "ascending", heading.get_attribute("aria-sort"))
    expect_equal("counts", sorted(numbers()), numbers())
    page.locator("#panel-actions [data-key=name] button").click()
    names = [row[0] for row in read_table(page, "actions")["rows"]]
    expect_equal("names", sorted(names, key=lambda name: name.encode("utf-16-be")), names)

    page.fill(".table-filter", "FINISHED")
    filtered = read_table(page, "actions")["rows"]
    expected = [name for name in names if "finished" in name.lower()]
    expect_equal("filtered names", expected, [row[0] for row in filtered])
    page.fill(".table-filter", "")

    # Every tab has the rows of the report, and each row can be selected.
    keys = {
        "slowest-actions": "slowest_actions", "effects": "effects", "running": "running_effects",
        "slowest-effects": "slowest_effects", "stores": "stores", "observers": "observers",
        "intervals": "intervals", "events": "signpost_events", "logs": "logs",
    }
    for tab in tabs(page):
        if tab in keys:
            rows = read_table(page, tab)["rows"]
            expect_equal(f"rows of {tab}", len(report[keys[tab]]), len(rows))
            page.locator(f"#panel-{tab} .grid-body .grid-row").first.click()
            page.wait_for_selector(".instances:not([hidden]) h2")
            wait_for(page, "() => document.querySelector('.instances-progress').hidden")
            facts = page.inner_text(".instances-facts")
            expect("No instance" not in facts, f"the first row of {tab} has no instance: {facts}")
    expect_silence(page, root)
    page.context.close()


def check_instances(browser, address, root):
    page = browser.open(address)
    report = page.evaluate("async () => (await (await fetch('head')).json()).report")
    for row in report["actions"][:5]:
        if row["name"] == "":
            continue
        select_row(page, "actions", row["prefix"], row["name"])
        title = page.inner_text(".instances h2")
        expect_equal("the title", f"[{row['prefix']}] {row['name']}",
            title.removeprefix("action ").strip())
        facts = page.inner_text(".instances-facts")
        expect(
            facts.startswith(f"{row['count']:,} instance"),
            f"instances of {title}: {facts} rather than {row['count']}")
        # The slowest is the row's maximum.
        label = page.get_attribute(".dots", "aria-label")
        slowest = page.inner_text(".instances-list button:first-child .took")
        expect(f"max {slowest}" in label, f"the slowest is {slowest}, the label says {label}")
    # A row of the list goes to its span.
    page.locator(".instances-list button").nth(1).click()
    wait_for_details(page)
    took = page.inner_text(".instances-list [aria-current] .took")
    expect_equal("the selected duration", took, page.inner_text(".figure-value >> nth=0"))
    expect("slower than" in page.inner_text(".rank") or "of" in page.inner_text(".rank"), "no rank")

    # A brush over the upper half leaves the slower ones.
    box = page.locator(".dots").bounding_box()
    page.mouse.move(box["x"] + 70, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + 60)
    page.mouse.move(box["x"] + 220, box["y"] + box["height"] * 0.4)
    page.mouse.up()
    page.wait_for_selector(".instances-brush:not([hidden])")
    text = page.inner_text(".instances-brush").replace("\u00a0", " ")
    expect(re.match(r"[\d,]+ of [\d,]+", text), f"the brush says {text}")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator(".instances-brush").is_hidden(), "the brush stays")
    page.get_by_role("button", name="Close instances").click()
    expect(page.locator(".instances").is_hidden(), "the instances stay")
    expect_silence(page, root)
    page.context.close()


def check_details(browser, address, root):
    page = browser.open(address)
    open_tab(page, "slowest-actions")
    row = page.evaluate(
        "async () => (await (await fetch('head')).json()).report.slowest_actions"
        ".find(row => row.causes.length >= 2)")
    expect(row is not None, "the sample has no action with causes")
    place = page.evaluate(
        "async (id) => (await (await fetch('head')).json()).report.slowest_actions"
        ".findIndex(row => row.id === id)", row["id"])
    click_row(page, "slowest-actions", place)
    wait_for_details(page)
    fields = details(page)
    expect_equal("the id", row["id"], fields["id"])
    expect_equal("the name", row["name"], fields["name"])
    names = steps(page, "causes")
    expected = [
        ("effect of " if cause["kind"] == "effect" else "") + f"[{cause['prefix']}] {cause['name']}"
        for cause in row["causes"]] + [f"[{row['prefix']}] {row['name']}"]
    expect_equal("the chain of causes", expected, names)

    # A cause is a link, and its consequence leads back.
    page.locator(".chain-causes .steps button").nth(len(names) - 2).click()
    wait_for_details(page, names[-2].removeprefix("effect of "))
    expect_equal("the id of the cause", row["causes"][-1]["id"], details(page)["id"])
    wait_for(page, "() => document.querySelector('.chain-caused')?.childElementCount > 0")
    expect(names[-1] in steps(page, "caused"), "what it caused is not listed")

    # The copied text has the same content.
    page.get_by_role("button", name="Copy", exact=True).first.click()
    wait_for(page, "() => document.querySelector('#announcements').textContent === 'Copied.'")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    expect(copied.startswith("**") and copied.count("\n") >= 3, f"copied: {copied}")
    expect(page.inner_text(".figure-value >> nth=0") in copied, f"no duration in: {copied}")

    # A payload is shown and can be copied.
    texts = page.evaluate(
        """async () => {
          for (const row of document.querySelectorAll("#panel-slowest-actions .grid-body .grid-row")) {
            row.click();
            for (let turn = 0; turn < 50; turn += 1) {
              await new Promise(resolve => setTimeout(resolve, 10));
              if (document.querySelector(".texts pre")) return true;
            }
          }
          return false;
        }""")
    if texts:
        expect(page.locator(".texts pre").count() > 0, "no payload")
    expect_silence(page, root)
    page.context.close()


def check_findings(browser, address, root):
    """The first view has the use of the time and the findings, which lead to their spans."""
    page = browser.open(address)
    report = page.evaluate("async () => (await (await fetch('head')).json()).report")
    time = page.inner_text(".overview-time")
    expect(report["time"][0]["summary"] in time, f"the use of the time: {time}")
    finding = report["findings"][0]
    shown = page.inner_text(".findings li")
    for text in (finding["summary"], finding["advice"], finding["rule"]):
        expect(text in shown, f"“{text}” is not in: {shown}")
    page.locator(".findings button").first.click()
    wait_for_details(page)
    expect_equal("the id of the evidence", finding["evidence"][0]["id"], details(page)["id"])
    expect_silence(page, root)
    page.context.close()


def check_search(browser, address, root):
    page = browser.open(address)
    page.keyboard.press("/")
    page.keyboard.type("refresh")
    page.wait_for_selector("#search-names [data-place]")
    options = page.locator("#search-names [data-place]")
    for text in options.all_inner_texts():
        expect("refresh" in text.lower(), f"{text} is listed for refresh")
    page.keyboard.press("Enter")
    wait_for(page, "() => /^[\\d,]+ of [\\d,]+$/.test(document.querySelector('.search-place').textContent)")
    wait_for_details(page)
    first = page.inner_text(".search-place")
    page.keyboard.press("Enter")
    wait_for(page, "(first) => document.querySelector('.search-place').textContent !== first", first)
    number = int(first.split(" of ")[0].replace(",", ""))
    expect_equal("the next hit", number + 1,
        int(page.inner_text(".search-place").split(" of ")[0].replace(",", "")))
    page.keyboard.press("Shift+Enter")
    wait_for(page, "(first) => document.querySelector('.search-place').textContent === first", first)
    # From anywhere else, N does the same.
    page.locator("#split").focus()
    page.keyboard.press("n")
    wait_for(page, "(first) => document.querySelector('.search-place').textContent !== first", first)
    page.keyboard.press("Shift+N")
    wait_for(page, "(first) => document.querySelector('.search-place').textContent === first", first)
    # A name of the list has as many hits as it says.
    page.keyboard.press("/")
    page.keyboard.type("refresh")
    page.keyboard.press("ArrowDown")
    count = page.inner_text("#search-names [aria-selected=true] .number")
    page.keyboard.press("Enter")
    wait_for(page, "(count) => document.querySelector('.search-place').textContent.endsWith(` of ${count}`)",
        count)
    page.keyboard.press("/")
    page.keyboard.type("nothing is like this")
    page.keyboard.press("Enter")
    wait_for(page, "() => document.querySelector('.search-place').textContent === 'no hit'")
    page.keyboard.press("Escape")
    expect_equal("the search field", "", page.input_value("#search"))
    expect_silence(page, root)
    page.context.close()


def check_keyboard(browser, address, root):
    """With the Tab key alone everything gets the focus, which is seen, and is left again."""
    page = browser.open(address)
    seen = []
    for _ in range(120):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            """() => {
              const element = document.activeElement;
              if (!element || element === document.body) return null;
              const { outlineStyle, outlineWidth } = getComputedStyle(element);
              return {
                text: element.id || element.getAttribute("aria-label") || element.textContent,
                part: element.closest("[id]")?.id ?? "", role: element.getAttribute("role"),
                isSeen: outlineStyle !== "none" && outlineWidth !== "0px"
              };
            }""")
        if focused is None:
            break
        expect(focused["isSeen"], f"the focus of {focused} is not seen")
        seen.append(focused)
    texts = [focus["text"] for focus in seen]
    for text in ("search", "split", "tab-actions", "Filter rows by name"):
        expect(text in texts, f"Tab does not reach {text}: {texts}")
    timeline = page.evaluate("() => document.querySelector('.timeline-overlay').tabIndex")
    expect_equal("the place of the timeline in the order of the Tab key", 0, timeline)
    expect(any(focus["role"] == "row" for focus in seen), "Tab does not reach a row")
    expect(any(focus["part"] == "details" for focus in seen), "Tab does not reach the details")

    # Arrow keys go through tabs and rows; Enter selects.
    page.locator("#tab-actions").focus()
    page.keyboard.press("ArrowRight")
    expect_equal("the tab", "tab-" + tabs(page)[1], page.evaluate("document.activeElement.id"))
    page.keyboard.press("End")
    expect_equal("the last tab", "tab-trace", page.evaluate("document.activeElement.id"))
    page.keyboard.press("Home")
    page.locator("#panel-actions .grid-body .grid-row").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect_equal("the row", "5", page.evaluate("document.activeElement.getAttribute('aria-rowindex')"))
    page.keyboard.press("End")
    last = page.evaluate("document.activeElement.getAttribute('aria-rowindex')")
    expect_equal("the last row", page.get_attribute("#panel-actions .grid", "aria-rowcount"), last)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    expect_equal("above the rows", "columnheader",
        page.evaluate("document.activeElement.parentElement.getAttribute('role')"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_equal("sorting", "descending",
        page.evaluate("document.activeElement.parentElement.getAttribute('aria-sort')"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".instances-list button")
    page.locator(".instances-list button").first.focus()
    page.keyboard.press("Enter")
    wait_for_details(page)

    # Escape closes the latest opened element.
    page.keyboard.press("Escape")
    wait_for(page, "() => !document.querySelector('#details').classList.contains('is-selected')")
    page.keyboard.press("Escape")
    expect(page.locator(".instances").is_hidden(), "Escape leaves the instances open")

    # The border between timeline and tables moves.
    page.locator("#split").focus()
    before = float(page.get_attribute("#split", "aria-valuenow"))
    page.keyboard.press("ArrowUp")
    expect(float(page.get_attribute("#split", "aria-valuenow")) < before, "the split stays")
    expect_silence(page, root)
    page.context.close()


def check_switches(browser, address, root):
    page = browser.open(address, theme="light")
    shown = "() => document.documentElement.dataset.theme"
    expect_equal("the theme", "light", page.evaluate(shown))
    page.keyboard.press("t")
    expect_equal("the theme", "dark", page.evaluate(shown))
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    expect_equal("the theme after a reload", "dark", page.evaluate(shown))
    page.get_by_role("button", name="Switch between dark and light").click()
    expect_equal("the theme", "light", page.evaluate(shown))
    stores, threads = (page.get_by_role("radio", name=name) for name in ("Stores", "Threads"))
    stores.click()
    expect_equal("the grouping", "true", stores.get_attribute("aria-checked"))
    page.keyboard.press("ArrowLeft")
    expect_equal("the grouping", "true", threads.get_attribute("aria-checked"))
    page.keyboard.press("g")
    expect_equal("the grouping", "true", stores.get_attribute("aria-checked"))
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog:not([open])", state="attached")
    expect_silence(page, root)
    page.context.close()


def check_hostile_names(browser, address, root):
    page = browser.open(address)
    names = [row[0] for row in read_table(page, "actions")["rows"]]
    hostile = [name for name in names if "<script>" in name]
    expect(len(hostile) > 3, "the sample has no hostile names")
    for name in names:
        expect(not re.search("[\u0000-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]", name),
            f"{name!r} has characters that are not seen")
    for name in ("</script>", "<img"):
        expect(any(name in other for other in hostile), f"{name} is not shown as text")
    page.fill(".table-filter", "<img")
    page.locator("#panel-actions .grid-body .grid-row").filter(has_text="<img").first.click()
    page.wait_for_selector(".instances-list button")
    page.locator(".instances-list button").first.click()
    wait_for_details(page)
    elements = page.evaluate("() => [document.images.length, document.scripts.length]")
    expect_equal("images and scripts", [0, 1], elements)
    expect_silence(page, root)
    page.context.close()


# ---- Damaged and incomplete recordings -------------------------------------------------------


def with_head(directory, name, change):
    """The plain sample with another head."""
    target = directory / name
    target.mkdir()
    for part in ("index.html", "styles", "scripts", "chunks"):
        (target / part).symlink_to(directory / "plain" / part)
    head = json.loads((directory / "plain/head").read_text())
    (target / "head").write_text(json.dumps(change(head) or head))
    return target


def open_changed(browser, directory, address, name, change, **options):
    with_head(directory, name, change)
    return browser.open(f"{address}{name}/index.html", **options)


def remove_everything(head):
    report = head["report"]
    for key, value in report.items():
        if isinstance(value, list):
            report[key] = []
    head.update(
        spans=0, points=0, lanes=[], chunks=[], names=[["", ""]], processes=[], threads=[],
        gaps=[], duration=0, overview={"start": 0, "width": 1, "actions": [], "p99": []})
    report["losses"].update(events=0, streams=[])


def check_nothing_selected(browser, directory, address):
    """An empty selection is no empty trace: the page names the filter."""
    def change(head):
        remove_everything(head)
        head["report"].update(is_filtered=True, duration_ns=73_400_000)
        head["filter"] = {"names": ["<b>load*</b>"], "from": 3_600_000_000_000}
    page = open_changed(browser, directory, address, "nothing-selected", change)
    expect_equal(
        "the page of an empty selection",
        ["Nothing matches the filters.",
         "Selected: name <b>load*</b>, from +3,600 s on. The recording lasts 73.4 ms."],
        page.inner_text("#state").split("\n"))
    expect_accessible(page, "the page of an empty selection")
    expect_silence(page, address)
    page.context.close()


def check_before_recording(browser, directory, address):
    """Spans that begin long before the first event: times count from it, and it is in sight."""
    def change(head):
        head["origin"] = head["duration"] // 2
        for row in head["report"]["slowest_actions"]:
            row["since_ns"] -= head["origin"]
    page = open_changed(browser, directory, address, "before-recording", change)
    head = page.evaluate("async () => (await fetch('head')).json()")
    window = page.get_attribute(".timeline-overview-canvas", "aria-valuetext")
    expect(window.endswith(" from 0 ns on"), f"the first window: {window}")
    begin = int(head["start"]) + head["origin"]
    day = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(begin // 10**9))
    expect(day in page.inner_text("#subtitle"), f"{day}: {page.inner_text('#subtitle')}")
    open_tab(page, "slowest-actions")
    table = read_table(page, "slowest-actions")
    column = table["headings"].index("at")
    times = [row[column] for row in table["rows"]]
    expect({text[0] for text in times} == {"+", "−"}, f"times: {times}")
    for number in (next(i for i, text in enumerate(times) if text[0] == sign) for sign in "+−"):
        click_row(page, "slowest-actions", number)
        wait_for_details(page)
        expect_equal("the start of the span", times[number], details(page)["start"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Fit all").click()
    wait_for(page, "() => document.querySelector('.timeline-overview-canvas')"
             ".getAttribute('aria-valuetext').includes('from −')")
    expect_silence(page, address)
    page.context.close()


def check_empty(browser, directory, address):
    for size in SIZES:
        page = open_changed(
            browser, directory, address, f"empty-{size}", remove_everything, size=size)
        expect("The trace is empty." in page.inner_text("#state"), page.inner_text("#state"))
        expect(page.locator("#timeline").is_hidden(), "an empty trace has a timeline")
        expect_accessible(page, "the page of an empty trace")
        expect_silence(page, address)
        page.context.close()


def check_damaged(browser, directory, address):
    def change(head):
        head["report"]["losses"].update(events=0, streams=[])
        head["report"]["damage"] = [
            {"path": "trace/channel_0", "message": "a packet ends in the middle of an event"}]
        head["report"]["is_complete"] = False
    page = open_changed(browser, directory, address, "damaged", change)
    text = page.inner_text("[data-kind=losses]")
    expect("Figures are lower bounds: 1 part of the trace damaged." in text, text)
    page.get_by_role("button", name="damaged").click()
    facts = page.inner_text(".trace-facts")
    expect("a packet ends in the middle of an event" in facts, facts)
    expect("WARNING" not in facts and "The trace is damaged." in facts, facts)
    expect_accessible(page, "the page of a damaged trace")
    expect_silence(page, address)
    page.context.close()


def check_lossy(browser, directory, address):
    def change(head):
        head["report"]["losses"].update(events=1234, packets=1)
    page = open_changed(browser, directory, address, "lossy", change)
    text = page.inner_text("[data-kind=losses]")
    expect("Figures are lower bounds: 1,234 events lost, 1 whole packet lost." in text, text)
    page.get_by_role("button", name="Details").click()
    expect("1,234 events and 1 whole packet lost" in page.inner_text(".trace-facts"), "no losses")
    page.get_by_role("button", name="Dismiss").first.click()
    expect(page.locator("[data-kind=losses]").count() == 0, "the notice stays")
    expect_accessible(page, "the page of a lossy trace")
    page.context.close()


def check_other_version(browser, directory, address):
    page = open_changed(
        browser, directory, address, "version", lambda head: head.update(version=99))
    text = page.inner_text("#state")
    expect("different versions" in text and "99" in text, text)
    expect_accessible(page, "the page of another version")
    page.context.close()


def check_old_browser(browser, directory, address):
    page = browser.open(
        f"{address}plain/index.html", script="delete globalThis.DecompressionStream;")
    text = page.inner_text("#state")
    expect("too old" in text, text)
    expect_silence(page, address)
    page.context.close()


def check_cut_off(browser, directory, address):
    target = with_head(directory, "cut", lambda head: None)
    (target / "head").write_text("{")
    page = browser.open(f"{address}cut/index.html")
    text = page.inner_text("#state")
    expect("The trace could not be opened." in text, text)
    page.context.close()


def check_script_error(browser, directory, address):
    page = browser.open(f"{address}plain/index.html")
    page.evaluate("() => { setTimeout(() => { throw new Error('made for a test'); }); }")
    page.wait_for_selector("[data-kind=script]")
    expect("made for a test" in page.inner_text("[data-kind=script]"), "no message")
    expect_accessible(page, "the page with an error")
    page.context.close()


def check_wide_report(browser, directory, address):
    """Thousands of rows are there, and only those in sight have elements."""
    def change(head):
        row = head["report"]["actions"][0]
        head["report"]["actions"] = [
            {**row, "name": f"action{number}", "count": number} for number in range(5000)]
    page = open_changed(browser, directory, address, "wide", change)
    expect_equal("rows", "5001", page.get_attribute("#panel-actions .grid", "aria-rowcount"))
    elements = page.locator("#panel-actions .grid-body .grid-row").count()
    expect(elements < 120, f"{elements} rows have elements")
    page.locator("#panel-actions .grid-body .grid-row").first.focus()
    page.keyboard.press("End")
    wait_for(page, "() => document.activeElement.getAttribute('aria-rowindex') === '5001'")
    page.context.close()


# ---- Recordings ------------------------------------------------------------------------------

TABLES_OF_TEXT = {
    "Actions by": "actions", "Effects by": "effects", "Effects still": "running",
    "Slowest actions": "slowest-actions", "Slowest effects": "slowest-effects",
    "Stores by": "stores", "Observers by": "observers", "Observers notified": "notified-by",
    "Intervals by": "intervals",
    "Point events": "events", "Log records": "logs",
}


def tables_of_markdown(text):
    """The tables of a report as headings and rows, by the tabs of the page."""
    tables = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.startswith("| ") or not lines[number + 1].startswith("|---"):
            continue
        headings = cells_of_markdown(line)
        # The page lists the slowest actions apart from observers and intervals.
        if headings[0].startswith("Slowest actions,"):
            continue
        tab = next((tab for start, tab in TABLES_OF_TEXT.items() if headings[0].startswith(start)), None)
        if tab is None:
            continue
        rows = []
        for row in lines[number + 2:]:
            if not row.startswith("| "):
                break
            rows.append(cells_of_markdown(row))
        tables[tab] = (headings, rows)
    return tables


def cells_of_markdown(line):
    cells = re.split(r"(?<!\\) \| ", line[2:-2])
    return [re.sub(r"\\(.)", r"\1", cell).strip() for cell in cells]


def check_recording(browser, page_file, report, text):
    """Every number of the page is the one that the command prints."""
    address = pathlib.Path(page_file).resolve().as_uri()
    page = browser.open(address)
    tables = tables_of_markdown(text)
    expect(len(tables) >= 3, f"the report has few tables: {list(tables)}")
    for tab, (headings, rows) in tables.items():
        found = read_table(page, tab)
        expect_equal(f"the heading of {tab}", headings[0], found["headings"][0])
        places = [found["headings"].index(heading) for heading in headings[1:]]
        # The command lists ten effects that are running; the page all that the report has.
        shown = [
            [row[0], *(row[place] for place in places)] for row in found["rows"]]
        # With --limit, the command lists more of the slowest than the page has.
        count = min(len(rows), len(shown)) if tab.startswith(("slowest", "running")) else len(rows)
        for number in range(count):
            expect_equal(f"row {number} of {tab}", rows[number], shown[number])
        if not tab.startswith(("slowest", "running")):
            expect_equal(f"the number of rows of {tab}", len(rows), len(shown))
    absent = set(tabs(page)) - set(tables) - {"trace", "actions", "slowest-actions"}
    expect_equal("tabs without a table", set(), absent)
    unwrapped = " ".join(text.split("\n\nActions by")[0].split())
    for line in page.locator(".overview-time, .overview-line").all_inner_texts():
        expect(line in unwrapped, f"the report does not say “{line}”: {unwrapped}")

    # As many instances as the rows say, of all kinds.
    kinds = {"actions": "count", "effects": "started", "intervals": "count", "observers": "count",
        "signpost_events": "count", "logs": "count"}
    tab_of = {"signpost_events": "events"}
    for key, count in kinds.items():
        for number, row in enumerate(report[key][:3]):
            open_tab(page, tab_of.get(key, key))
            click_row(page, tab_of.get(key, key), number)
            wait_for(page, "() => document.querySelector('.instances-progress').hidden")
            facts = page.inner_text(".instances-facts")
            expect(facts.startswith(f"{row[count]:,} instance"),
                f"the instances of {key} are “{facts}”, in the report: {row}")

    # The slowest lead to their spans, with the causes that the report has.
    for tab, key in (("slowest-actions", "slowest_actions"), ("slowest-effects", "slowest_effects")):
        for number, row in enumerate(report[key]):
            open_tab(page, tab)
            click_row(page, tab, number)
            wait_for(page,
                """(id) => [...document.querySelectorAll(".fields dt")].some(term =>
                  term.textContent === "id" && term.nextElementSibling.textContent === id)""",
                row["id"])
            wait_for_details(page)
            if row["came_from_outside"]:
                expect_equal(f"the causes of {row['name']}", len(row["causes"]) + 1,
                    len(steps(page, "causes")))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect_accessible(page, f"the page of a recording in {theme}")
    expect_silence(page, address)
    expect_equal("requests", [address], [url for url in page.requests if not url.startswith("data:")])
    policy = page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content")
    expect("default-src 'none'" in policy, f"the policy is {policy}")
    page.context.close()


# ---- Causes ----------------------------------------------------------------------------------


def chains_of_notes(text):
    """The ways from outside that a program has noted, each a list of actions and effects."""
    chains = []
    path = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        depth = (len(line) - len(line.lstrip())) // 2
        path = path[:depth] + [line.strip()]
        if not line.strip().startswith(("store ", "effect ")):
            chains.append(path[1:])
    return chains


def check_causes(browser, page_file, noted):
    """The chain of each action is the one that the program has noted."""
    address = pathlib.Path(page_file).resolve().as_uri()
    page = browser.open(address)
    chains = chains_of_notes(noted)
    # A row has the name that the innermost of several nested wrappers gives.
    rows = {row[0] for row in read_table(page, "actions")["rows"]}
    ends = {tuple(chain) for chain in chains if label_of(chain[-1]) in rows}
    longest = sorted(ends, key=len, reverse=True)[:4]
    expect(len(longest[0]) >= 7, f"the longest chain is short: {longest[0]}")
    for chain in longest:
        prefix, name = chain[-1].split(" ", 1)
        select_row(page, "actions", prefix, name)
        select_level(page, label_of(chain[-1]))
        # The expected chain belongs to one of the instances; each instance has a noted chain.
        found = []
        for number in range(page.locator(".instances-list button").count()):
            page.locator(".instances-list button").nth(number).click()
            wait_for(page,
                "(number) => [...document.querySelectorAll('.instances-list button')][number]"
                ".hasAttribute('aria-current')", number)
            wait_for_details(page, label_of(chain[-1]))
            found.append(steps(page, "causes"))
        expected = {
            simplified(other) for other in chains if other[-1] == chain[-1]}
        for steps_found in found:
            names = tuple(re.sub(r"^\[(.*?)\] ", r"\1 ", step) if not step.startswith("effect of ")
                else "effect" for step in steps_found)
            expect(names in expected, f"{names} is not one of {expected}")
    expect_silence(page, address)
    page.context.close()


def label_of(step):
    """The name that the page shows of an action in notes."""
    prefix, name = step.split(" ", 1)
    return f"[{prefix}] {name}"


def select_level(page, label):
    """Selects the spans of a wrapper, if the actions of the selected row pass several."""
    level = page.locator(".instances-levels:not([hidden])").get_by_role(
        "button", name=label, exact=True)
    if level.count() > 0:
        level.click()
        wait_for(page, "() => document.querySelector('.instances-progress').hidden")


def simplified(chain):
    """A noted way as the page shows it: an effect is sent from the outermost wrapper on."""
    steps_ = []
    for number, step in enumerate(chain):
        if step.startswith("effect "):
            steps_.append("effect")
            continue
        following = chain[number + 1] if number + 1 < len(chain) else None
        # Of nested wrappers, the page has the one whose reducer returned the effect.
        if following is None or following.startswith("effect "):
            steps_.append(step)
    return tuple(steps_)


# ---- CPU samples ------------------------------------------------------------------------------


def open_profile(page):
    open_tab(page, "profile")
    page.wait_for_selector("#panel-profile :is(.flame-body, .nothing):not([hidden])")


def flame_summary(page):
    return page.inner_text(".flame-summary")


def choose_samples(page, name):
    page.locator(".flame-choices").get_by_role("radio", name=name, exact=True).click()


def check_flame_graph(browser, directory, address):
    make_sample(directory / "profile", spans=6000, seed=4, stores=5, profile=True)
    root = f"{address}profile/"
    for size in SIZES:
        for theme in ("light", "dark"):
            page = browser.open(f"{root}index.html", size=size, theme=theme)
            what = f"the flame graph on a {size} in {theme}"
            open_profile(page)
            expect_fitting(page, what)
            expect_accessible(page, what)
            expect_silence(page, root)
            page.context.close()

    page = browser.open(f"{root}index.html")
    open_profile(page)
    expect(flame_summary(page).startswith("3,000 samples of the whole recording"),
        flame_summary(page))
    # The latest selection is shown.
    open_tab(page, "slowest-actions")
    page.locator("#panel-slowest-actions .grid-body .grid-row").first.click()
    wait_for_details(page)
    open_profile(page)
    choices = page.eval_on_selector_all(
        ".flame-choices [role=radio]", "all => all.map(e => e.textContent)")
    expect_equal("choices", ["Selection", "Row", "All"], choices)
    counts = []
    for choice in choices:
        choose_samples(page, choice)
        text = flame_summary(page)
        counts.append(int(text.split()[0].replace(",", "")) if text else 0)
    expect(counts == sorted(counts) and counts[1] > 0, f"samples: {counts}")
    # By pointer and keyboard.
    def caption():
        return page.inner_text(".flame-caption")
    canvas = page.locator(".flame-canvas")
    canvas.click(position={"x": 20, "y": 9 + 18})
    zoomed = caption()
    expect("total" in zoomed and "self" in zoomed, zoomed)
    canvas.press("ArrowDown")
    expect(caption() != zoomed, f"still at {zoomed}")
    canvas.press("ArrowUp")
    expect_equal("the frame above", zoomed, caption())
    canvas.press("Escape")
    expect("3,000 samples" in caption(), caption())
    canvas.press("ArrowDown")
    canvas.press("ArrowRight")
    beside = caption()
    canvas.press("Enter")
    expect_equal("the zoomed frame", beside, caption())
    canvas.press("Backspace")
    # Names of the recording are text, and can be looked for.
    name = page.locator(".flame-list td button", has_text="<script>")
    expect_equal("functions that look like HTML", 1, name.count())
    name.click()
    expect("of the samples" in page.inner_text(".flame-hits"), page.inner_text(".flame-hits"))
    row = name.locator("xpath=ancestor::tr")
    expect_equal("the part that is found", f"in {row.locator('td').nth(2).inner_text()} of the samples",
        page.inner_text(".flame-hits"))
    name.click()
    expect_equal("the part that is found", "", page.inner_text(".flame-hits"))
    # The kernel is one frame, unless asked.
    def functions():
        return page.eval_on_selector_all(
            ".flame-list td button", "all => all.map(e => e.textContent)")
    expect("[kernel]" in functions(), f"{functions()}")
    page.check(".flame-kernel input")
    expect("[kernel]" not in functions() and "vfs_read" in functions(), f"{functions()}")
    expect_accessible(page, "the flame graph with functions of the kernel")
    # A selection while another tab is shown is there afterwards, also if nothing was shown.
    page.uncheck(".flame-kernel input")
    rows = page.locator("#panel-slowest-actions .grid-body .grid-row")
    for number in range(1, 15):
        open_tab(page, "slowest-actions")
        rows.nth(number).click()
        wait_for_details(page)
        open_tab(page, "profile")
        choose_samples(page, "Selection")
        if page.locator("#panel-profile .nothing").is_visible():
            break
    expect("No samples of this action" in page.inner_text("#panel-profile .nothing"), "all have samples")
    open_tab(page, "slowest-actions")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    open_tab(page, "profile")
    wait_for(page, "() => document.querySelector('.flame-summary').textContent.startsWith('3,000')")
    open_tab(page, "slowest-actions")
    rows.first.click()
    wait_for_details(page)
    open_tab(page, "profile")
    # A stretch of time.
    page.focus(".timeline-overlay")
    page.keyboard.press("m")
    wait_for(page, "() => /of all threads/.test(document.querySelector('.flame-summary').textContent"
        " + document.querySelector('#panel-profile .nothing').textContent)")
    page.keyboard.press("Escape")
    wait_for(page, "() => !/of all threads/.test(document.querySelector('.flame-summary').textContent)")
    expect_silence(page, root)
    page.context.close()


def check_unreadable_profile(browser, directory, address):
    def change(head):
        head["profile"] = {"failure": "trace/cpu-profile cannot be read: <b>it</b> is empty."}
    page = open_changed(browser, directory, address, "unreadable", change)
    open_profile(page)
    expect_equal("the reason", "trace/cpu-profile cannot be read: <b>it</b> is empty.",
        page.inner_text("#panel-profile .nothing"))
    expect_accessible(page, "the page of an unreadable profile")
    page.context.close()


def check_profile(browser, address, report):
    """A real recording: the page has the samples that the report has."""
    address = address if address.startswith("http") else pathlib.Path(address).absolute().as_uri()
    page = browser.open(address)
    open_profile(page)
    expect(flame_summary(page).startswith(f"{report['samples']:,} samples"), flame_summary(page))
    actions = [group for group in report["groups"] if group["kind"] == "action" and group["samples"]]
    expect(len(actions) >= 4, f"only {len(actions)} actions with samples")
    for group in actions:
        select_row(page, "actions", group["prefix"], group["name"])
        open_profile(page)
        choose_samples(page, "Row")
        text = flame_summary(page)
        name = f"[{group['prefix']}] {group['name']}"
        noun = "sample" if group["samples"] == 1 else "samples"
        expect(text.startswith(f"{group['samples']:,} {noun} of every action {name}"), text)
        hottest = group["functions"][0]
        row = page.locator(".flame-list tbody tr").first
        cells = [cell.inner_text() for cell in row.locator("td").all()]
        expected = [hottest["name"], *(
            f"{hottest[key] * 100:.1f} %" for key in ("self_share", "total_share"))]
        expect_equal(f"the hottest function of {name}", expected, cells)
    expect_accessible(page, "the page of a recording with a profile")
    expect_equal("messages of the console", [], page.messages)
    page.context.close()


# ---- The critical path ------------------------------------------------------------------------


def check_path(browser, directory, address):
    page = browser.open(f"{address}plain/index.html")
    open_tab(page, "slowest-effects")
    rows = page.locator("#panel-slowest-effects .grid-body .grid-row")
    def line():
        return page.evaluate("""() => {
          const canvas = document.querySelector(".timeline-overlay");
          const context = canvas.getContext("2d");
          const color = getComputedStyle(canvas).getPropertyValue("--path").trim();
          const wanted = [1, 3, 5].map(place => parseInt(color.slice(place, place + 2), 16));
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let at = 0; at < data.length; at += 4) {
            if (wanted.every((part, index) => data[at + index] === part) && data[at + 3] === 255) count += 1;
          }
          return count;
        }""")
    expect_equal("pixels of a path, as nothing is selected", 0, line())
    for number in range(rows.count()):
        rows.nth(number).click()
        wait_for_details(page)
        page.click(".chain-causes .steps button >> nth=0")
        page.wait_for_selector(".chain-path:not([aria-busy])", state="attached")
        if page.locator(".chain-path .dot-observer").count() > 0:
            break
    expect(page.locator(".chain-path .dot-observer").count() > 0, "no path has an observer")
    page.get_by_role("button", name="Zoom to it").click()
    wait_for(page, "() => new Promise(resolve => requestAnimationFrame(() => "
        "requestAnimationFrame(() => resolve(true))))")
    expect(line() > 20, f"only {line()} pixels of the path")
    page.focus(".timeline-overlay")
    page.keyboard.press("Escape")
    wait_for(page, "() => new Promise(resolve => requestAnimationFrame(() => "
        "requestAnimationFrame(() => resolve(true))))")
    expect_equal("pixels of a path, as nothing is selected any more", 0, line())
    page.context.close()


# ---- Two recordings side by side -------------------------------------------------------------


def check_comparison(browser, address, before, after):
    for size in SIZES:
        for theme in ("light", "dark"):
            page = browser.open(address, size=size, theme=theme)
            expect_fitting(page, f"the comparison on a {size}")
            expect_accessible(page, f"the comparison on a {size} in {theme}")
            expect_silence(page, address)
            page.context.close()

    page = browser.open(address)
    sides = [frame for frame in page.frames if frame != page.main_frame]
    expect_equal("pages", ["after", "before"], sorted(frame.url.split("/")[-2] for frame in sides))
    sides.sort(key=lambda frame: "before" not in frame.url)

    rows = page.evaluate("""() => [...document.querySelectorAll(".grid-body .grid-row")].map(
      row => [...row.children].map(cell => cell.textContent))""")
    figures = {(row[1], row[0]): row[2] for row in rows}
    for kind, key, count in (("action", "actions", "count"), ("effect", "effects", "started")):
        counts = [
            {f"[{row['prefix']}] {row['name']}": row[count] for row in report[key]}
            for report in (before, after)]
        for name in set(counts[0]) | set(counts[1]):
            expected = " → ".join(
                f"{side[name]:,}" if name in side else "–" for side in counts)
            expect_equal(f"count of {kind} {name}", expected, figures.get((kind, name)))

    # An operation in one page, or in the table, applies to both.
    action = after["actions"][0]
    row_named(page, ".grid-body .grid-row", action["prefix"], action["name"]).first.click()
    for side in sides:
        side.wait_for_selector(".instances:not([hidden])")
        expect(action["name"] in side.text_content(".instances"),
            f"no instances of {action['name']}")
    sides[1].click(".header .choice [data-value=stores]")
    for side in sides:
        side.wait_for_selector(".header .choice [data-value=stores][aria-checked=true]")
    page.click("text=Dark or light")
    for side in sides:
        side.wait_for_selector("html[data-theme=dark]", state="attached")

    def shown(side):
        return side.get_attribute(".timeline-overview-canvas", "aria-valuetext")
    expect_equal("the times on the right", shown(sides[0]), shown(sides[1]))
    whole = shown(sides[0])
    changed = "(old) => document.querySelector('.timeline-overview-canvas')" \
        ".getAttribute('aria-valuetext') !== old"
    sides[0].focus(".timeline-overlay")
    sides[0].press(".timeline-overlay", "w")
    for side in sides:
        side.wait_for_function(changed, arg=whole)
    sides[1].wait_for_function(
        "(text) => document.querySelector('.timeline-overview-canvas')"
        ".getAttribute('aria-valuetext') === text", arg=shown(sides[0]))
    page.click("text=Own times")
    linked = shown(sides[1])
    sides[0].press(".timeline-overlay", "w")
    sides[0].wait_for_function(changed, arg=linked)
    expect_equal("the times on the right, when each moves alone", linked, shown(sides[1]))
    page.click("text=Same times")
    sides[1].wait_for_function(changed, arg=linked)
    expect_silence(page, address)
    page.context.close()


def main(arguments):
    with Browser() as browser:
        match arguments:
            case ["samples", directory, *names]:
                checks_of_samples(browser, pathlib.Path(directory), names)
            case ["recording", page, report, text]:
                check_recording(browser, page, json.loads(pathlib.Path(report).read_text()),
                    pathlib.Path(text).read_text())
            case ["causes", page, noted]:
                check_causes(browser, page, pathlib.Path(noted).read_text())
            case ["profile", page, functions]:
                check_profile(browser, page, json.loads(pathlib.Path(functions).read_text()))
            case ["comparison", address, before, after]:
                reports = [json.loads(pathlib.Path(path).read_text()) for path in (before, after)]
                check_comparison(browser, address, *reports)
            case _:
                print(__doc__, file=sys.stderr)
                return 64
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        sys.exit(1)
