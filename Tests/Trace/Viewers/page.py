"""Reads the data of a page by Documentation/PageFormat.md."""

import base64
import json
import re
import zlib

KINDS = [
    "action", "effect", "interval", "observer", "store", "log", "event", "budget", "payload",
    "difference", "block",
]
OUTCOMES = [None, "finished", "cancelled", "failed", "abandoned", "unknown"]
COMPLETENESS = ["whole", "announced", "stillOpen", "endLost", "beginLost", "ambiguous"]
COLUMNS = {
    1: "start", 2: "duration", 3: "kind", 4: "lane", 5: "row", 6: "name", 7: "state", 8: "action",
    9: "low", 10: "id", 11: "cause", 12: "parent", 13: "nested", 14: "waited", 15: "depth",
    16: "outputs", 17: "text", 18: "count", 19: "busy", 20: "failed", 21: "belongs_to", 22: "place",
}
SPLIT = {1, 2, 13, 14}
TEXTS = 32


class Varints:
    def __init__(self, data):
        self.data = data
        self.place = 0

    def next(self):
        value = shift = 0
        while True:
            byte = self.data[self.place]
            self.place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value


def unfolded(value):
    return (value >> 1) ^ -(value & 1)


def read_chunk(data, entry):
    """The columns of a chunk, each a list of values."""
    reader = Varints(data)
    sizes = [(reader.next(), reader.next()) for _ in range(reader.next())]
    count = entry["count"]
    columns = {name: [0] * count for name in COLUMNS.values()}
    for number, size in sizes:
        end = reader.place + size
        if number == TEXTS:
            reader.place = end
            continue
        low = None
        if number in SPLIT:
            low = data[reader.place : reader.place + count]
            reader.place += count
        values = [reader.next() for _ in range(count)]
        if reader.place != end:
            raise ValueError(f"column {number} ends at {reader.place}, not at {end}")
        if low is not None:
            values = [value << 8 | byte for value, byte in zip(values, low)]
        columns[COLUMNS[number]] = values
    return columns


def read_page(path):
    """The head of a page, and its records but for blocks, each a dictionary."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    elements = dict(
        re.findall(
            r'<script type="application/octet-stream" id="([^"]+)">([^<]*)</script>', text))
    def inflated(name):
        return zlib.decompress(base64.b64decode(elements[name], validate=True), -15)
    head = json.loads(inflated("head"))
    records = []
    for index, entry in enumerate(head["chunks"]):
        columns = read_chunk(inflated(f"chunk-{index}"), entry)
        time = entry["start"]
        ids = {}
        causes = {}
        for values in zip(*columns.values()):
            record = dict(zip(columns, values))
            time += record["start"]
            record["start"] = time
            key = (record["lane"], record["kind"])
            ids[key] = record["id"] = ids.get(key, 0) + unfolded(record["id"])
            if record["cause"]:
                record["cause"] = causes.get(key, 0) + unfolded(record["cause"] - 1)
                causes[key] = record["cause"]
            if record["parent"]:
                record["parent"] = record["id"] - unfolded(record["parent"] - 1)
            record["kind"] = KINDS[record["kind"]]
            record["process"] = head["lanes"][record["lane"]]["process"]
            if record["kind"] != "block":
                records.append(record)
    return head, records
