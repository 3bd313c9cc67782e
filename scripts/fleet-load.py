#!/usr/bin/env python3
"""Measures how many senders one relay daemon takes, and the lost events.

    fleet-load.py [--senders N] [--rate N] [--seconds S] PRODUCTS

PRODUCTS is the directory of signpost and ScenarioRunner. Each sender is a host of its own, with a
name and LTTng daemons of its own, that records a program by `signpost record --relay`. The program
sends a number of actions per second; each tenth has an effect. `signpost collect` receives all on
this machine. Needs root, and namespaces.

The figures are of the collecting side: processor time of the relay daemon and of `collect`, bytes
received, and the events that senders discarded. All processes share this machine, so that senders
compete with the relay daemon: elsewhere it takes at least as many.
"""

import argparse
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time


def free_ports(count):
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def processor_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def relay_daemon(collector):
    """The relay daemon that `collect` has started; it is in a session of its own."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            status = (process / "status").read_text()
        except OSError:
            continue
        if command.startswith(b"lttng-relayd") or b"/lttng-relayd\0" in command:
            if f"PPid:\t{collector}\n" in status:
                return int(process.name)
    sys.exit("fleet-load: collect has no relay daemon")


def wait_until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"fleet-load: waited {seconds} s in vain for {what}")
        time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("products")
    parser.add_argument("--senders", type=int, default=100)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    signpost = os.path.join(options.products, "signpost")
    directory = tempfile.mkdtemp(prefix="signpost-fleet-")
    fleet = os.path.join(directory, "fleet")
    control, data = free_ports(2)
    log = open(os.path.join(directory, "log"), "w")
    collector = subprocess.Popen(
        [signpost, "collect", "-o", fleet, "--port", str(control), "--data-port", str(data)]
        + ["--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
    )
    wait_until(lambda: socket.socket().connect_ex(("127.0.0.1", control)) == 0, 30, "collect")
    relay = relay_daemon(collector.pid)
    record = (
        'mount -t tmpfs -o mode=755 tmpfs /run/lttng && hostname "$1" && shift && exec "$@"'
    )
    os.makedirs("/run/lttng", exist_ok=True)
    before = processor_seconds(relay), processor_seconds(collector.pid)
    start = time.monotonic()
    senders = [
        subprocess.Popen(
            ["unshare", "--mount", "--uts", "bash", "-c", record, "bash", f"host{number}", signpost]
            + ["record", "--quiet", "--relay", f"127.0.0.1:{control}:{data}"]
            + ["--subbuf-size", "256K", "--num-subbuf", "4", "-o", f"{directory}/sent-{number}"]
            + ["--", "timeout", str(options.seconds)]
            + [os.path.join(options.products, "ScenarioRunner"), "soak", "10", str(options.rate)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
        for number in range(options.senders)
    ]
    for sender in senders:
        sender.wait()
    took = time.monotonic() - start
    used = [
        processor_seconds(pid) - earlier for pid, earlier in zip((relay, collector.pid), before)
    ]
    collector.terminate()
    collector.wait()
    manifests = [
        json.loads(path.read_text()) for path in pathlib.Path(fleet).glob("*/*/*/signpost.json")
    ]
    complete = [m for m in manifests if m.get("end", {}).get("reason") == "complete"]
    discarded = sum(m["end"].get("discardedEvents") or 0 for m in complete)
    size = sum(p.stat().st_size for p in pathlib.Path(fleet).rglob("*") if p.is_file())
    actions = options.senders * options.rate * options.seconds
    print(f"{options.senders} senders, {options.rate} actions/s each, {options.seconds} s")
    print(f"recordings complete   {len(complete)} of {options.senders}")
    print(f"discarded events      {discarded:,} (of about {actions:,} actions)")
    print(f"received              {size / 1e6:,.0f} MB, {size / 1e6 / took:,.1f} MB/s")
    print(f"relay daemon          {100 * used[0] / took:.1f} % of a processor")
    print(f"collect               {100 * used[1] / took:.1f} % of a processor")
    print(f"everything is in {directory}")


main()
