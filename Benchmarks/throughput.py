#!/usr/bin/env python3
"""Measures how fast recordings are read, reported and exported, and in how much memory.

usage: Benchmarks/throughput.py [--events 10000000] [--rounds 3] [--trace DIRECTORY]

Records a program until there are so many events, or takes an existing recording. Then runs each
command a few times, all of them in turn, so that other load of the machine affects all of them;
prints medians. They are compared with libbabeltrace2 and a sink that only counts: no reader with
this library is faster.

Build first: swift build -c release --product signpost; swift build --product ScenarioRunner
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
FORMATS = [
    "html", "perfetto", "chrome", "speedscope", "folded", "csv", "sqlite", "otlp", "trace-compass",
]
# The figures of one round of the program below.
ACTIONS = 100_000
EVENTS_OF_A_ROUND = 1_550_000


def binary(name, configuration):
    path = REPOSITORY / ".build" / configuration / name
    if not os.access(path, os.X_OK):
        sys.exit(f"{path} is missing; see --help")
    return str(path)


def run(command, output=None):
    """Runs a command; gives its seconds, the processor's seconds and its largest memory in MB."""
    with open(output or os.devnull, "wb") as file:
        begun = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.PIPE
        )
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {errors.decode(errors='replace')}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def record(signpost, directory, events):
    rounds = max(1, -(-events // EVENTS_OF_A_ROUND))
    program = [binary("ScenarioRunner", "debug"), "work", "--actions", str(ACTIONS)]
    subprocess.run(
        [signpost, "record", "--quiet", "--blocking", "--subbuf-size", "4M", "-o", directory, "--"]
        + program,
        input=b"round\n" * rounds, stdout=subprocess.DEVNULL, check=True,
    )


def counted(trace):
    text = subprocess.run(
        ["babeltrace2", trace, "--component=sink.utils.counter"],
        check=True, capture_output=True, text=True,
    ).stdout
    return max(int(number) for number in re.findall(r"(\d+) Event message", text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--trace")
    parser.add_argument("--signpost", help="another build of it")
    options = parser.parse_args()
    signpost = options.signpost or binary("signpost", "release")
    with tempfile.TemporaryDirectory() as scratch:
        trace = options.trace or os.path.join(scratch, "trace")
        if not options.trace:
            record(signpost, trace, options.events)
        events = counted(trace)
        size = sum(file.stat().st_size for file in pathlib.Path(trace).rglob("*") if file.is_file())
        print(f"{events:,} events, {size / 1e6:,.0f} MB\n")
        commands = {
            "libbabeltrace2, counting": ["babeltrace2", trace, "--component=sink.utils.counter"],
            "report": [signpost, "report", trace],
            "path": [signpost, "path", trace],
            "events": [signpost, "events", trace],
            "events --json": [signpost, "events", "--json", trace],
        }
        for name in FORMATS:
            commands[name] = [
                signpost, "export", trace, "--format", name, "--force", "-o",
                os.path.join(scratch, "export"),
            ]
        figures = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                figures[name].append(run(command))
        print("| | s | events/s | of the library's | processor s | peak MB |")
        print("|---|---|---|---|---|---|")
        library = statistics.median(figure[0] for figure in figures["libbabeltrace2, counting"])
        for name, measured in figures.items():
            seconds, busy, memory = (statistics.median(column) for column in zip(*measured))
            print(
                f"| {name} | {seconds:.1f} | {events / seconds / 1e6:.2f} M "
                f"| {library / seconds:.0%} | {busy:.1f} | {memory:.0f} |"
            )


main()
