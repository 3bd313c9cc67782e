"""Runs a command beside a server for requests of OTLP, and writes the actions of both as JSON.

    collector.py [--steps STEP,STEP…] [--log-steps STEP,STEP…] [--tls CERTIFICATE KEY]
                 [--behind-rotel SPANS] COMMAND ARGUMENTS…

URL in an argument, or in a variable of the environment, is the server's. The server answers each
request of spans with the next step, and all after the last one with “ok”; so it does with requests
of log records, by the steps for these:

    ok            takes the spans
    partial:N     takes them but for N; partial-json:N says so in JSON
    warning       takes them, and has something to say
    N or N:S      refuses with the status N, and asks for a pause of S seconds
    no-gzip       refuses compressed requests
    slow:S        answers after S seconds
    cut           reads the request and closes the connection; take-cut takes the spans before
    reset         closes the connection in the middle of the request
    page          answers with a page of HTML
    unreadable    answers with bytes that are no message

With --behind-rotel, the command's URL is the URL of rotel, a collector, which passes spans on to
the server, and that many are awaited.
"""

import argparse
import gzip
import json
import os
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from otlp_spans import log_records, spans

# Far longer than anything takes, and an end where something never comes.
LIMIT = 120


class Collector(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    steps = []
    log_steps = []
    requests = []
    log_requests = []
    taken = []
    taken_logs = []
    lock = threading.Lock()

    def do_POST(self):
        is_logs = self.path.endswith("/v1/logs")
        steps = self.log_steps if is_logs else self.steps
        with self.lock:
            step = steps.pop(0) if steps else "ok"
        kind, _, value = step.partition(":")
        request = {
            "step": step,
            "path": self.path,
            "client": self.client_address[1],
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "time": time.monotonic(),
        }
        (self.log_requests if is_logs else self.requests).append(request)
        length = int(self.headers["Content-Length"])
        if kind == "reset":
            self.rfile.read(length // 2)
            # With time 0, closing sends a reset.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return self.close()
        body = self.rfile.read(length)
        is_gzip = self.headers.get("Content-Encoding") == "gzip"
        request["size"] = length
        try:
            body = gzip.decompress(body) if is_gzip else body
            received = log_records(body) if is_logs else spans(body)
        except DecodeError as error:
            return self.answer(400, str(error).encode(), "text/plain")
        request["spans"] = len(received)
        if kind == "no-gzip" and not is_gzip:
            kind = "ok"
        if kind in ("ok", "partial", "partial-json", "warning", "take-cut", "slow", "unreadable"):
            (self.taken_logs if is_logs else self.taken).extend(received)
        if kind == "slow":
            time.sleep(float(value))
        if kind in ("cut", "take-cut"):
            self.close()
        elif kind.isdigit():
            extra = {"Retry-After": value} if value else {}
            if kind.startswith("3"):
                extra["Location"] = "/elsewhere"
            self.answer(int(kind), b"step " + step.encode(), "text/plain", extra)
        elif kind == "no-gzip":
            self.answer(415, b"", "text/plain")
        elif kind == "page":
            self.answer(200, b"<!DOCTYPE html><title>Welcome</title>", "text/html; charset=utf-8")
        elif kind == "unreadable":
            self.answer(200, b"\xff\xff\xff\xff", "application/x-protobuf")
        elif kind == "partial-json":
            part = {"rejectedSpans": value, "errorMessage": "too old"}
            body = json.dumps({"partialSuccess": part}).encode()
            self.answer(200, body, "application/json")
        else:
            response = ExportTraceServiceResponse()
            if kind == "partial":
                response.partial_success.rejected_spans = int(value)
                response.partial_success.error_message = "too \x1b[31mold"
            elif kind == "warning":
                response.partial_success.error_message = "names are long"
            self.answer(200, response.SerializeToString(), "application/x-protobuf")

    def answer(self, status, body, content_type, headers=None):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def close(self):
        self.close_connection = True
        self.rfile.close()
        self.wfile.close()
        self.connection.close()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        # A client that goes away is the subject of some tests.
        pass


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what):
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"collector: waited in vain for {what}")
        time.sleep(0.01)


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def start_rotel(url):
    import rotel

    port = free_port()
    agent = os.path.join(os.path.dirname(rotel.__file__), "rotel-agent")
    process = subprocess.Popen(
        [agent, "start", "--otlp-http-endpoint", f"127.0.0.1:{port}"]
        + ["--otlp-grpc-endpoint", f"127.0.0.1:{free_port()}"]
        + ["--exporter", "otlp", "--otlp-exporter-protocol", "http"]
        + ["--otlp-exporter-endpoint", url],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: is_open(port) or process.poll() is not None, "rotel")
    return process, f"http://127.0.0.1:{port}"


parser = argparse.ArgumentParser()
parser.add_argument("--steps", default="")
parser.add_argument("--log-steps", default="")
parser.add_argument("--tls", nargs=2)
parser.add_argument("--behind-rotel", type=int)
parser.add_argument("command", nargs=argparse.REMAINDER)
options = parser.parse_args()

Collector.steps = [step for step in options.steps.split(",") if step]
Collector.log_steps = [step for step in options.log_steps.split(",") if step]
server = Server(("127.0.0.1", 0), Collector)
url = f"http://127.0.0.1:{server.server_address[1]}"
if options.tls:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*options.tls)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    url = f"https://localhost:{server.server_address[1]}"
threading.Thread(target=server.serve_forever, daemon=True).start()
rotel = None
if options.behind_rotel is not None:
    rotel, url = start_rotel(url)
try:
    environment = {
        name: value.replace("URL", url) if name.startswith("OTEL_") else value
        for name, value in os.environ.items()
    }
    result = subprocess.run(
        [argument.replace("URL", url) for argument in options.command],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=LIMIT,
    )
    if rotel:
        wait_until(lambda: len(Collector.taken) >= options.behind_rotel, "rotel's spans")
finally:
    if rotel:
        rotel.terminate()
        rotel.wait()
print(
    json.dumps(
        {
            "url": url,
            "status": result.returncode,
            "output": result.stdout,
            "errors": result.stderr,
            "requests": Collector.requests,
            "spans": Collector.taken,
            "logRequests": Collector.log_requests,
            "logs": Collector.taken_logs,
        }
    )
)
