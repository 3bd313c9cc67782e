#!/usr/bin/env python3
"""Compares the figures of random sets of parts of a recording with their union's.

parts.py SIGNPOST SCRATCH RECORDING...

The union is a trace with one file for each stream, which holds each packet of the parts once, in
the order of its number: no part of signpost takes part in making it. PARTS_SEED repeats a run, and
PARTS_ROUNDS makes it longer.
"""

import collections
import json
import os
import random
import shutil
import struct
import subprocess
import sys

# Packet header and context of LTTng: magic, UUID, stream and its instance; then begin and end,
# sizes of content and packet in bits, number of the packet, number of discarded events.
HEADER = struct.Struct("<I16sIQ QQQQQQ")

# The parts of a report that name its source and its losses, as a gap between parts is no loss.
# Findings name both.
PLACES = [
    "directory", "directories", "parts", "remarks", "losses", "is_complete", "damage", "findings",
    "rules",
]


def traces(root):
    """The trace directories below a directory."""
    return sorted(place for place, _, files in os.walk(root) if "metadata" in files)


def packets(trace):
    """Yields name of the file, identity, and bytes of each packet of a trace."""
    for name in sorted(os.listdir(trace)):
        path = os.path.join(trace, name)
        if name == "metadata" or not os.path.isfile(path):
            continue
        with open(path, "rb") as file:
            data = file.read()
        offset = 0
        while offset + HEADER.size <= len(data):
            fields = HEADER.unpack_from(data, offset)
            size = fields[7] // 8
            yield name, fields[1:4], fields[8], data[offset : offset + size]
            offset += size


def write_union(parts, target):
    """Writes a trace for each UUID, with each packet once."""
    streams = collections.defaultdict(dict)
    names = {}
    metadata = {}
    for part in parts:
        for trace in traces(part):
            for name, stream, number, data in packets(trace):
                streams[stream][number] = data
                names[stream] = name
                # LTTng appends to it: the longest describes most.
                path = os.path.join(trace, "metadata")
                known = metadata.get(stream[0])
                if not known or os.path.getsize(known) < os.path.getsize(path):
                    metadata[stream[0]] = path
    for stream, numbered in streams.items():
        directory = os.path.join(target, stream[0].hex())
        os.makedirs(directory, exist_ok=True)
        shutil.copy(metadata[stream[0]], os.path.join(directory, "metadata"))
        with open(os.path.join(directory, names[stream]), "wb") as file:
            for number in sorted(numbered):
                file.write(numbered[number])


def report(signpost, *directories):
    """The report of directories, as an object."""
    result = subprocess.run(
        [signpost, "report", "--json", *directories], capture_output=True, text=True, check=False)
    if not result.stdout:
        sys.exit(f"signpost report {directories} ends with {result.returncode}: {result.stderr}")
    return json.loads(result.stdout)


def figures(report):
    """A report without the entries that differ by place."""
    return {key: value for key, value in report.items() if key not in PLACES}


def compare(found, expected, what):
    """Ends the program if two reports differ."""
    found, expected = figures(found), figures(expected)
    for key in expected:
        if found[key] != expected[key]:
            sys.exit(f"{what}: {key} is\n{found[key]}\ninstead of\n{expected[key]}")


def main():
    signpost, scratch, *recordings = sys.argv[1:]
    seed = int(os.environ.get("PARTS_SEED", random.randrange(1 << 32)))
    print(f"the seed is {seed}")
    generator = random.Random(seed)
    kinds = collections.Counter()
    for recording in recordings:
        parts = sorted(
            os.path.join(recording, name) for name in os.listdir(recording)
            if name.startswith("snapshot-"))
        archives = os.path.join(recording, "archives")
        if os.path.isdir(archives):
            parts += sorted(os.path.join(archives, name) for name in os.listdir(archives))
        if len(parts) < 4:
            sys.exit(f"{recording} has {len(parts)} parts")
        for round_number in range(int(os.environ.get("PARTS_ROUNDS", 5))):
            chosen = generator.choices(parts, k=generator.randint(2, len(parts) + 2))
            if round_number == 0:
                chosen = list(parts)
            if round_number == 1:
                chosen = [parts[0], parts[0], parts[-1]]
            place = os.path.join(scratch, "read")
            union = os.path.join(scratch, "union")
            for name, part in enumerate(chosen):
                shutil.copytree(part, os.path.join(place, f"{generator.random()}-{name}"))
            write_union(chosen, union)
            found = report(signpost, place)
            what = f"seed {seed}, {[os.path.basename(part) for part in chosen]}"
            if found["damage"]:
                sys.exit(f"{what}: {found['damage']}")
            expected = report(signpost, union)
            compare(found, expected, what)
            generator.shuffle(chosen)
            compare(report(signpost, *chosen), expected, f"{what}, one by one")
            if round_number == 0 and os.path.isdir(archives) and found["parts"]:
                sys.exit(f"{what}: chunks that continue each other have {found['parts']}")
            kinds.update(relation["kind"] for relation in found["parts"])
            if len(set(chosen)) < len(chosen) and not found["remarks"]:
                sys.exit(f"{what}: the report does not name the copy")
            if any(relation["kind"] == "gap" for relation in found["parts"]):
                if found["is_complete"]:
                    sys.exit(f"{what}: a report with a gap is complete")
            shutil.rmtree(scratch)
    for kind in ["same", "overlap", "gap"]:
        if not kinds[kind]:
            sys.exit(f"seed {seed}: no parts were found to have the relation “{kind}”")


main()
