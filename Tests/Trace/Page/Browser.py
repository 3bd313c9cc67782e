"""A real browser, and a server for pages whose data is next to them."""

import functools
import http.server
import pathlib
import shutil
import subprocess
import threading

from playwright.sync_api import sync_playwright

SIZES = {"phone": (390, 844), "laptop": (1440, 900), "large": (3840, 2160)}
REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PAGE = REPOSITORY / "Sources/Trace/Page/Page"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves modules as browsers demand it, and says nothing."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript"}

    def log_message(self, *arguments):
        pass


class Server:
    """Serves a directory on the loopback interface."""

    def __init__(self, directory):
        handler = functools.partial(Handler, directory=str(directory))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """Chromium without a window."""

    def __enter__(self):
        self.playwright = sync_playwright().start()
        executable = next(
            path for path in map(shutil.which, ("chromium", "google-chrome")) if path)
        # Chromium's sandbox wants more than a container gives; the pages are ours.
        self.browser = self.playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox"])
        return self

    def __exit__(self, *arguments):
        self.browser.close()
        self.playwright.stop()

    def open(self, address, size="laptop", theme="light", script=None, **options):
        """Opens a page, and returns it once it shows its trace or why it cannot."""
        width, height = SIZES[size] if isinstance(size, str) else size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme,
            reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"], **options)
        page = context.new_page()
        page.messages = []
        page.requests = []
        page.on("console", lambda message: page.messages.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: page.messages.append(f"error: {error}"))
        page.on("request", lambda request: page.requests.append(request.url))
        if script:
            page.add_init_script(script)
        page.goto(address)
        page.wait_for_selector("html[data-ready]", state="attached")
        return page


def make_sample(directory, **options):
    """The page with the data of a made-up recording next to it."""
    arguments = [
        word for name, value in options.items()
        for word in ((f"--{name}",) if value is True else (f"--{name}", str(value)))]
    subprocess.run(
        ["node", str(REPOSITORY / "Tests/Trace/Page/sample.mjs"), "--out", str(directory), *arguments],
        check=True, stdout=subprocess.DEVNULL)
    return directory
