"""Opens the page of a program that runs in a real browser, and checks all that can be done with it.

  live_checks.py samples DIRECTORY [CHECK…]    made-up figures, which a server here has
  live_checks.py program ADDRESS SENT REDUCED  the page of `signpost view --live`: so many actions are sent,
                                               and reduced by wrappers; then the program ends with code 3
"""

import copy
import http.server
import json
import pathlib
import sys
import threading
import urllib.parse

from Browser import PAGE, SIZES, Browser
from page_checks import (
    Failure,
    expect,
    expect_accessible,
    expect_equal,
    expect_fitting,
    expect_silence,
)
from Parts import wait_for


def durations(count, p50, total=None):
    return {
        "count": count, "per_second": count / 10, "p50_ns": p50, "p99_ns": p50 * 9,
        "max_ns": p50 * 20, "busy": min(count * p50 / 1e10, 1), "total": total or count * 3,
    }


def make_figures(rows=30):
    """Figures as `signpost top --json` prints them."""
    now = 1_795_396_000_000_000_000
    actions = [
        {
            "prefix": ["feed", "search", ""][index % 3], "name": f"action{index}",
            "durations": durations(0 if index == 5 else (index * 37) % 101, 900 + 7919 * index),
            "state_changes": index, "unknown_changes": 0, "effects": index // 2,
        }
        for index in range(rows)]
    return {
        "version": 1, "state": "running", "name": "./my-server", "pid": 4711, "time_ns": now,
        "lag_ns": 300_000_000, "window_ns": 10_000_000_000, "actions": durations(1500, 1100),
        "actions_per_second": [(index * 13) % 97 for index in range(120)], "action_rows": actions,
        "effects": {
            "alive": 3, "ended": durations(40, 2_000_000),
            "oldest": {"prefix": "feed", "name": "appeared", "age_ns": 75_000_000_000},
        },
        "effect_rows": [
            {
                "prefix": "feed", "name": "appeared", "alive": 3, "oldest_ns": 75_000_000_000,
                "ended": durations(40, 2_000_000), "cancelled": 2, "failed": 1,
            }],
        "queue": {"max_depth": 4, "wait": durations(1500, 600)}, "stores_alive": 5,
        "time_summary": "Of 10.0 s the main actor was busy 12.0 %: reducers 12.0 %; between 88.0 %.",
        "observers": durations(10, 5000),
        "slowest": [
            {
                "time_ns": now - index * 1_000_000_000, "duration_ns": (50 - index) * 4_000_000,
                "prefix": "feed", "name": f"action{index % 7}", "cause": "" if index % 2 else "tapped",
                "process": 0,
            }
            for index in range(50)],
        "losses": {"events": 0, "packets": 0, "uncounted": 0, "is_recent": False},
        "processes": [
            {"name": "my-server", "pid": 4711, "host": "alpha", "is_alive": True, "actions": 9000},
            {"name": "helper", "pid": 4712, "host": "alpha", "is_alive": False, "actions": 12},
        ],
    }


class LiveServer:
    """Serves figures as `signpost view --live` does, and fails on request."""

    def __init__(self, directory):
        self.directory = directory
        self.figures = make_figures()
        self.number = 1
        self.status = 200
        self.asked = 0
        self.changed = threading.Condition()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                server.answer(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def publish(self, **changes):
        with self.changed:
            self.figures = {**copy.deepcopy(self.figures), **changes}
            self.number += 1
            self.changed.notify_all()

    def fail(self, status):
        """Answers with a status from now on; 0 closes connections."""
        with self.changed:
            self.status = status
            self.changed.notify_all()

    def answer(self, request):
        path = urllib.parse.urlsplit(request.path)
        parts = path.path.strip("/").split("/")
        if parts[0] == "figures":
            self.answer_figures(request, int(parts[1]) if len(parts) > 1 else 0)
        elif parts[0] == "distribution":
            octaves = [{"from_ns": 1024 << index, "count": index * 3} for index in range(6)]
            self.send(request, 200, json.dumps(octaves).encode(), "application/json")
        else:
            self.answer_file(request, parts)

    def answer_figures(self, request, number):
        with self.changed:
            self.asked += 1
            self.changed.wait_for(lambda: self.number != number or self.status != 200, timeout=1)
            status, text, latest = self.status, json.dumps(self.figures).encode(), self.number
        if status == 0:
            request.close_connection = True
            request.connection.close()
        elif status != 200:
            self.send(request, status)
        elif latest == number:
            self.send(request, 204)
        else:
            self.send(request, 200, text, "application/json", number=latest)

    def answer_file(self, request, parts):
        file = self.directory.joinpath(*parts) if parts != [""] else self.directory / "index.html"
        if not file.is_file():
            return self.send(request, 404)
        types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
        bytes = file.read_bytes()
        if file.name == "index.html":
            bytes = bytes.replace(b'content="served"', b'content="live"')
        self.send(request, 200, bytes, types.get(file.suffix, "text/plain"))

    def send(self, request, status, bytes=b"", type="text/plain", number=None):
        request.send_response(status)
        request.send_header("Content-Type", f"{type}; charset=utf-8")
        if status != 204:
            request.send_header("Content-Length", str(len(bytes)))
        if number is not None:
            request.send_header("Signpost-Number", str(number))
        try:
            request.end_headers()
            request.wfile.write(bytes)
        except ConnectionError:
            # The page is closed while its request waits.
            request.close_connection = True


def rows(page, tab="actions"):
    return page.eval_on_selector_all(
        f"#panel-{tab} tbody tr",
        "rows => rows.map(row => [...row.children].map(cell => cell.textContent))")


def names(page, tab="actions"):
    return [row[0] for row in rows(page, tab)]


def banner(page):
    return page.inner_text(".live-banner") if page.locator(".live-banner").is_visible() else ""


def wait_for_banner(page, text):
    page.wait_for_function(
        "text => document.querySelector('.live-banner').textContent.includes(text)", arg=text)


# ---- Made-up figures -------------------------------------------------------------------------


def check_live_sizes(browser, server):
    for size in SIZES:
        # Both themes at one size, as they differ in colours alone.
        for theme in ("light", "dark") if size == "laptop" else ("dark",):
            page = browser.open(server.address, size=size, theme=theme)
            what = f"the live page on a {size} in {theme}"
            expect_fitting(page, what)
            expect_accessible(page, what)
            page.locator("#panel-actions tbody button").first.click()
            page.wait_for_selector(".live-bars li")
            expect_fitting(page, f"{what} with details")
            expect_accessible(page, f"{what} with details")
            page.keyboard.press("Escape")
            for tab in ("effects", "slowest", "processes"):
                page.click(f"#tab-{tab}")
                page.wait_for_selector(f"#panel-{tab} tbody tr")
                expect_fitting(page, f"{what}, tab {tab}")
                expect_accessible(page, f"{what}, tab {tab}")
            page.keyboard.press("?")
            page.wait_for_selector("dialog[open]")
            expect_accessible(page, f"the help on a {size} in {theme}")
            expect_silence(page, server.address)
            page.context.close()


def check_live_tables(browser, server):
    page = browser.open(server.address)
    figures = server.figures["action_rows"]
    by_rate = sorted(
        figures, key=lambda row: (-row["durations"]["per_second"], row["prefix"], row["name"]))
    expect_equal("the first row", by_rate[0]["name"], names(page)[0].split("] ")[-1])
    expect_equal("rows", len(figures), len(rows(page)))
    heading = page.locator("#panel-actions th[data-key=p99]")
    heading.locator("button").click()
    expect_equal("the order", "descending", heading.get_attribute("aria-sort"))
    slowest = max(
        (row for row in figures if row["durations"]["count"]),
        key=lambda row: row["durations"]["p99_ns"])
    expect(slowest["name"] in names(page)[0], f"the slowest is first: {names(page)[0]}")
    page.keyboard.press("r")
    expect_equal("the order after R", "ascending", heading.get_attribute("aria-sort"))
    page.keyboard.press("/")
    page.keyboard.type("search*on1")
    found = sorted(
        f"[search] {row['name']}" for row in figures
        if row["prefix"] == "search" and "on1" in row["name"])
    expect_equal("filtered names", found, sorted(names(page)))
    page.keyboard.type("no such name")
    expect_equal("names of none", [], names(page))
    expect(page.get_by_text("No name has this text in it.").is_visible(), "nothing is said")
    page.keyboard.press("Escape")
    expect_equal("rows without the filter", len(figures), len(rows(page)))
    page.keyboard.press("3")
    expect_equal("slowest", len(server.figures["slowest"]), len(rows(page, "slowest")))
    expect("200 ms" in rows(page, "slowest")[0][1], f"the slowest took {rows(page, 'slowest')[0]}")
    page.keyboard.press("4")
    expect_equal(
        "processes", [["my-server", "9,000", "running", "4711", "alpha"],
                      ["helper", "12", "ended", "4712", "alpha"]], rows(page, "processes"))
    expect_equal(
        "the use of the time", server.figures["time_summary"], page.inner_text(".live-time"))
    expect_equal("the alive effects", "3", page.inner_text(".live-card:nth-of-type(2) .live-main"))
    expect_silence(page, server.address)
    page.context.close()


def check_live_updates(browser, server):
    page = browser.open(server.address)
    page.locator("#panel-actions tbody button").nth(3).focus()
    focused = "() => document.activeElement.closest('tr').dataset.key"
    before = page.evaluate(focused)
    page.evaluate("""() => {
      window.said = [];
      new MutationObserver(() => said.push(document.querySelector("#announcements").textContent))
        .observe(document.querySelector("#announcements"), { childList: true, characterData: true, subtree: true });
    }""")
    # New figures reverse the order; the focused row keeps the focus.
    changed = copy.deepcopy(server.figures["action_rows"])
    for row in changed:
        row["durations"]["per_second"] = 100 - row["durations"]["per_second"]
        row["durations"]["count"] += 1
    server.publish(action_rows=changed, actions=durations(777_000, 1100))
    wait_for(page, "() => document.querySelector('.live-main').textContent === '77.7 k/s'")
    expect_equal("the focused row", before, page.evaluate(focused))
    # Paused, it stays as it is; the reading goes on.
    page.click("text=Pause")
    expect("paused" in page.inner_text("#subtitle"), "it does not say that it is paused")
    asked = server.asked
    server.publish(actions=durations(10, 1100))
    while server.asked < asked + 2:
        page.wait_for_timeout(20)
    expect_equal("the rate while paused", "77.7 k/s", page.inner_text(".live-main >> nth=0"))
    page.click("text=Go on")
    expect_equal("the rate afterwards", "1.00 /s", page.inner_text(".live-main >> nth=0"))
    # New figures are not announced, only the answers to requests.
    expect_equal("what is announced", ["Paused", "Goes on"], page.evaluate("() => said"))
    expect_silence(page, server.address)
    page.context.close()


def check_live_details(browser, server):
    page = browser.open(server.address)
    page.locator("#panel-actions tbody button").first.focus()
    page.keyboard.press("ArrowDown")
    key = page.evaluate("() => document.activeElement.closest('tr').dataset.key")
    page.keyboard.press("Enter")
    page.wait_for_selector(".live-bars li")
    expect(key.split("\n")[1] in page.inner_text(".live-details h2"), "another row is shown")
    expect_equal("bars", 6, page.locator(".live-bars li").count())
    # The row goes away, and comes back.
    everything = server.figures["action_rows"]
    server.publish(action_rows=[])
    page.wait_for_selector("text=It is no longer among the latest figures.")
    server.publish(action_rows=everything)
    page.wait_for_selector(".live-bars li")
    page.keyboard.press("Escape")
    expect(page.locator(".live-details").is_hidden(), "the details stay")
    expect_silence(page, server.address)
    page.context.close()


def check_live_losses(browser, server):
    page = browser.open(server.address)
    server.publish(losses={"events": 1234, "packets": 1, "uncounted": 0, "is_recent": True})
    page.wait_for_selector("text=1,234 events, 1 packet")
    page.context.close()


def check_live_connection(browser, server):
    page = browser.open(server.address)
    for status in (0, 503):
        server.fail(status)
        wait_for_banner(page, "The connection to signpost is lost.")
        expect_accessible(page, "a lost connection")
        server.fail(200)
        server.publish(actions=durations(4000 + status, 1100))
        page.wait_for_selector(".live-banner", state="hidden")
        wait_for(
            page, "rate => document.querySelector('.live-main').textContent === rate",
            "400 /s" if status == 0 else "450 /s")
    server.fail(410)
    wait_for_banner(page, "signpost view has ended. These are its last figures.")
    asked = server.asked
    server.fail(200)
    server.publish(actions=durations(1, 1))
    page.wait_for_timeout(200)
    expect_equal("requests afterwards", asked, server.asked)
    page.context.close()
    server.fail(404)
    page = browser.open(server.address)
    wait_for_banner(page, "Nothing is served at this address any more.")
    server.fail(200)
    page.context.close()


def check_live_end(browser, server):
    for changes, text in (
        ({"state": "ended", "exit_code": 3}, "The program ended with code 3."),
        ({"state": "ended"}, "The session has ended."),
        ({"state": "failed", "reason": "a daemon died"}, "Nothing more is known of the program: a daemon died."),
    ):
        server.figures = make_figures()
        server.publish()
        page = browser.open(server.address)
        expect_equal("the banner of what runs", "", banner(page))
        server.publish(**changes)
        wait_for_banner(page, text)
        expect_equal("what is announced", True, text in page.inner_text("#announcements"))
        asked = server.asked
        page.wait_for_timeout(200)
        expect_equal("requests afterwards", asked, server.asked)
        # The tables are there still.
        page.keyboard.press("2")
        expect_equal("effects", 1, len(rows(page, "effects")))
        page.context.close()


def check_live_hostile_names(browser, server):
    hostile = "<img src=x onerror=alert(1)>\u202e\u0000\n'\"&amp;"
    changed = copy.deepcopy(server.figures["action_rows"])
    changed[0].update(prefix=hostile, name=hostile)
    server.publish(action_rows=changed, name=hostile, state="running")
    page = browser.open(server.address)
    page.on("dialog", lambda dialog: page.messages.append(f"dialog: {dialog.message}"))
    page.fill(".table-filter", "onerror")
    shown = hostile.translate({0x202e: 0xfffd, 0: 0xfffd, 0x0a: 0xfffd})
    expect_equal("a hostile name", [f"[{shown}] {shown}"], names(page))
    page.locator("#panel-actions tbody button").first.click()
    page.wait_for_selector(".live-details h2")
    expect_equal("images", 0, page.locator("img").count())
    expect_fitting(page, "the live page with a hostile name")
    expect_silence(page, server.address)
    page.context.close()


def checks_of_samples(browser, directory, wanted):
    for check in (
        check_live_sizes, check_live_tables, check_live_updates, check_live_details,
        check_live_losses, check_live_connection, check_live_end, check_live_hostile_names,
    ):
        if wanted and check.__name__ not in wanted:
            continue
        server = LiveServer(PAGE)
        try:
            check(browser, server)
        finally:
            server.server.shutdown()
        print(f"passed: {check.__name__}", flush=True)


# ---- A program -------------------------------------------------------------------------------


def check_program(browser, address, sent):
    page = browser.open(address)
    wait_for(
        page, "count => [...document.querySelectorAll('#panel-actions tbody tr')]"
        ".reduce((sum, row) => sum + Number(row.children[6].textContent.replaceAll(',', '')), 0) === count",
        sent)
    page.locator("#panel-actions tbody button").first.click()
    page.wait_for_selector(".live-bars li")
    print("seen", flush=True)
    wait_for_banner(page, "The program ended with code 3.")
    expect_equal("the total", str(sent), page.inner_text(".live-card dd >> nth=4"))
    print("ended", flush=True)
    expect_silence(page, address)
    page.context.close()


def main():
    with Browser() as browser:
        if sys.argv[1] == "samples":
            checks_of_samples(browser, pathlib.Path(sys.argv[2]), sys.argv[3:])
        else:
            check_program(browser, sys.argv[2], int(sys.argv[3]))


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"live_checks: {failure}")
