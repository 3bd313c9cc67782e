#!/usr/bin/env python3
"""Records a program that is deployed again and again, and fails if memory, files or disk grow.

    soak.py [--minutes N] [--deploy-every SECONDS] [--stores N] [--rate N] [--max-size SIZE]
            [--csv FILE] [--plot FILE.png] PRODUCTS

PRODUCTS is the directory of signpost and ScenarioRunner. A recorder of the background records all
processes of the program, within a limit of size. Each deployment is process 1 of a PID namespace of
its own, as in a container, and is killed. The default is an hour with a deployment each
minute; a week in a quarter of an hour is

    soak.py --minutes 15 --deploy-every 2 PRODUCTS

Every second, `signpost status` and /proc give the figures. The last third of the time may exceed
the second one by a tenth, by medians. The plot needs matplotlib (`pip install matplotlib`).
"""

import argparse
import csv
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

# The figures that have to stay flat: the unit, and the growth that is no growth.
FIGURES = {
    "memory of recorder and daemons": ("MB", 4),
    "shared memory": ("MB", 4),
    "memory of the program": ("MB", 8),
    "descriptors": ("", 8),
    "disk": ("MB", 4),
}
NAME = f"soak-{os.getpid()}"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("products")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--deploy-every", type=float, default=60)
    parser.add_argument("--stores", type=int, default=10_000)
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--max-size", default="64M")
    parser.add_argument("--csv")
    parser.add_argument("--plot")
    return parser.parse_args()


def descendants(pid):
    """The process, and all that it has started, as far as they are its children."""
    found, waiting = [], [pid]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        try:
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/children") as file:
                    waiting += map(int, file.read().split())
        except OSError:
            pass
    return found


def descriptors(pids):
    count = 0
    for pid in pids:
        try:
            count += len(os.listdir(f"/proc/{pid}/fd"))
        except OSError:
            pass
    return count


def anonymous_memory(pid):
    try:
        with open(f"/proc/{pid}/status") as file:
            for line in file:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class Soak:
    def __init__(self, options, directory):
        self.options = options
        self.signpost = os.path.join(options.products, "signpost")
        self.directory = directory
        self.program = None
        self.deployments = 0
        self.rows = []
        self.log = open(os.path.join(directory, "recorder.log"), "w")
        self.recorder = subprocess.Popen(
            [self.signpost, "start", NAME, "--foreground", "--attach", "ScenarioRunner"]
            + ["--max-size", options.max_size, "-o", os.path.join(directory, "recording")],
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )

    def status(self):
        result = subprocess.run(
            [self.signpost, "status", NAME, "--json"], capture_output=True, text=True
        )
        return json.loads(result.stdout)[0] if result.returncode == 0 else None

    def wait_until_recording(self):
        end = time.monotonic() + 60
        while self.status() is None:
            if self.recorder.poll() is not None or time.monotonic() > end:
                with open(self.log.name) as log:
                    sys.exit(f"soak: the recorder did not start:\n{log.read()}")
            time.sleep(0.2)

    def deploy(self):
        self.end_program()
        self.deployments += 1
        self.program = subprocess.Popen(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
            + [os.path.join(self.options.products, "ScenarioRunner"), "soak"]
            + [str(self.options.stores), str(self.options.rate)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            # unshare complains that a program was killed.
            stderr=self.log,
        )

    def end_program(self):
        if self.program is None:
            return
        for pid in descendants(self.program.pid)[1:]:
            os.kill(pid, signal.SIGKILL)
        self.program.wait()

    def measure(self, seconds):
        status = self.status()
        if status is None:
            sys.exit(f"soak: the recorder ended after {seconds:.0f} s; see {self.log.name}")
        recorder = descendants(self.recorder.pid)
        program = descendants(self.program.pid)[1:]
        self.rows.append(
            {
                "seconds": round(seconds, 1),
                "memory of recorder and daemons": (status["memory_bytes"] or 0) / 1e6,
                "shared memory": (status["shared_memory_bytes"] or 0) / 1e6,
                "memory of the program": sum(map(anonymous_memory, program)) / 1e6,
                "descriptors": descriptors(recorder),
                "disk": status["bytes"] / 1e6,
                "lost events": status["discarded_events"] or 0,
            }
        )

    def run(self):
        self.wait_until_recording()
        start = time.monotonic()
        next_deployment = start
        while (now := time.monotonic()) - start < self.options.minutes * 60:
            if now >= next_deployment:
                self.deploy()
                next_deployment = now + self.options.deploy_every
            time.sleep(1)
            self.measure(now - start)
        self.end_program()
        subprocess.run([self.signpost, "stop", NAME], check=True, stdout=subprocess.DEVNULL)
        self.recorder.wait()


def verdict(rows):
    """Prints the figures; whether none has grown."""
    third = len(rows) // 3
    is_flat = True
    print(f"{'':32}{'first':>10}{'second':>10}{'last third':>12}{'most':>10}")
    for name, (unit, slack) in FIGURES.items():
        values = [row[name] for row in rows]
        medians = [
            statistics.median(part)
            for part in (values[:third], values[third : 2 * third], values[2 * third :])
        ]
        grows = medians[2] > medians[1] * 1.1 + slack
        is_flat = is_flat and not grows
        texts = [f"{value:,.1f}" if unit else f"{value:,.0f}" for value in [*medians, max(values)]]
        print(
            f"{name + (f', {unit}' if unit else ''):32}{texts[0]:>10}{texts[1]:>10}{texts[2]:>12}"
            f"{texts[3]:>10}{'   GROWS' if grows else ''}"
        )
    print(f"{'lost events':32}{rows[-1]['lost events']:>42,}")
    return is_flat


def plot(rows, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = [*FIGURES, "lost events"]
    _, axes = pyplot.subplots(len(names), sharex=True, figsize=(9, 2 * len(names)))
    minutes = [row["seconds"] / 60 for row in rows]
    for axis, name in zip(axes, names):
        values = [row[name] for row in rows]
        axis.plot(minutes, values, linewidth=1)
        unit = FIGURES.get(name, ("", 0))[0]
        axis.set_title(name + (f", {unit}" if unit else ""), loc="left", fontsize=9)
        axis.set_ylim(0, max(max(values) * 1.15, 1))
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel("minutes")
    pyplot.tight_layout()
    pyplot.savefig(path, dpi=110)


def main():
    options = arguments()
    directory = tempfile.mkdtemp(prefix="signpost-soak-")
    soak = Soak(options, directory)
    try:
        soak.run()
    finally:
        soak.end_program()
        if soak.recorder.poll() is None:
            soak.recorder.send_signal(signal.SIGTERM)
            soak.recorder.wait()
        soak.log.close()
    if len(soak.rows) < 9:
        sys.exit("soak: too short for a verdict: give it more --minutes")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, soak.rows[0])
            writer.writeheader()
            writer.writerows(soak.rows)
    if options.plot:
        plot(soak.rows, options.plot)
    print(f"{soak.deployments} deployments in {options.minutes:g} min")
    if not verdict(soak.rows):
        sys.exit(f"soak: the recording and the log of its recorder are in {directory}")
    shutil.rmtree(directory)


main()
