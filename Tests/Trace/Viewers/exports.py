"""Reads the exports of one trace with the readers of each format, and writes their contents.

    exports.py counts DIRECTORY       spans, arrows and nanoseconds in figures, a line per format
    exports.py shown DIRECTORY        the contents per format, a line for each span, gap and damage
    exports.py reference TRACE        the numbers, counted in the text that babeltrace2 prints

DIRECTORY holds the files that `signpost export` has written of the same trace, named
trace.EXTENSION, the output of `signpost events --json` as trace.events, and of `signpost report
--json` as trace.report.
"""

import collections
import csv
import glob
import json
import os
import re
import sqlite3
import subprocess
import sys

import page

here = os.path.dirname(os.path.abspath(__file__))
installed = os.path.normpath(os.path.join(here, "../../../.build/viewers"))

Span = collections.namedtuple(
    "Span", "process kind name completeness outcome parent caused sent self total outermost"
)


class Shown:
    """The contents of a trace in a format; None where the format has no place for them."""

    def __init__(self):
        self.spans = []
        self.gaps = []
        self.damage = None
        # From an action to its effects, and from a send to its action.
        self.effect_arrows = None
        self.send_arrows = None
        # Self times of actions by stack, where that is all there is.
        self.stacks = None


def label(prefix, name):
    return f"[{prefix}] {name}" if prefix else name


def report_of(directory):
    with open(os.path.join(directory, "trace.report"), encoding="utf-8") as file:
        return json.load(file)


def process_labels(report):
    """Names of processes by host and id, with the host where there are several."""
    several = len({p.get("host") for p in report["processes"]}) > 1
    return {
        (p.get("host") or "", p.get("vpid")): p["name"] + (f" on {p['host']}" if several else "")
        for p in report["processes"]
    }


# ---- Perfetto, in its own engine ----


def perfetto(path):
    queries = [
        """
        SELECT s.id, s.parent_id, s.category, s.name, s.dur, p.name, p.pid,
          extract_arg(s.arg_set_id, 'debug.completeness'),
          extract_arg(s.arg_set_id, 'debug.outcome'), extract_arg(s.arg_set_id, 'debug.cause'),
          extract_arg(s.arg_set_id, 'debug.lost'), extract_arg(s.arg_set_id, 'debug.parent'),
          extract_arg(s.arg_set_id, 'debug.message')
        FROM slice s
          LEFT JOIN thread_track k ON k.id = s.track_id LEFT JOIN thread t ON t.utid = k.utid
          LEFT JOIN process_track q ON q.id = s.track_id
          LEFT JOIN process p ON p.upid = coalesce(t.upid, q.upid)
        ORDER BY s.ts, s.id
        """,
        """
        SELECT a.category, b.category, count(*) FROM flow JOIN slice a ON a.id = slice_out
        JOIN slice b ON b.id = slice_in GROUP BY a.category, b.category
        """,
        "SELECT name, value FROM stats WHERE severity IN ('error', 'data_loss') AND value > 0",
    ]
    output = subprocess.run(
        ["node", os.path.join(here, "perfetto.mjs"), installed, path, *queries],
        check=True, stdout=subprocess.PIPE, encoding="utf-8",
    ).stdout
    slices, arrows, complaints = [json.loads(line) for line in output.splitlines()]
    if complaints:
        sys.exit(f"Perfetto's engine objects to {path}: {complaints}")
    shown = Shown()
    shown.damage = []
    by_id = {row[0]: row for row in slices}
    children = collections.Counter()
    for row in slices:
        if row[1] is not None and row[2] == "action" and row[4] > 0:
            children[row[1]] += row[4]
    for row in slices:
        key, parent, kind, name, duration, process, _, completeness, outcome, cause = row[:10]
        lost, around, message = row[10:]
        # The number of a process that Perfetto cannot take for its own is in its name.
        process = re.sub(r" \(\d+\)(?= on |$)", "", process or "")
        if kind == "gap":
            shown.gaps.append((process, lost))
        elif kind == "damage":
            shown.damage.append(message)
        elif kind in ("action", "effect", "interval", "observer", "store"):
            if duration < 0:
                completeness = "stillOpen"
            completeness = completeness or "whole"
            isTimed = kind == "action" and completeness == "whole"
            within = by_id[parent][3] if kind == "action" and around else None
            shown.spans.append(
                Span(
                    process, kind, name, completeness, outcome, within, bool(cause), None,
                    duration - children[key] if isTimed else 0, duration if isTimed else 0,
                    not around,
                )
            )
    numbers = {(a, b): count for a, b, count in arrows}
    shown.effect_arrows = sum(c for (a, b), c in numbers.items() if b == "effect")
    # Where the trace has no sends, arrows lead to actions from outputs of effects.
    shown.send_arrows = numbers.get(("send", "action"), 0)
    return shown


# ---- Chrome's format, as the JSON that it is ----


def chrome(path):
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    names = {}
    for event in events:
        if event["ph"] == "M" and event["name"] == "process_name":
            names[event["pid"]] = re.sub(r" \(\d+\)(?= on |$)", "", event["args"]["name"])
    shown = Shown()
    shown.damage = []
    shown.effect_arrows = shown.send_arrows = 0
    open_slices = collections.defaultdict(list)
    latest = None
    # By the arrow's id: where it starts.
    sources = {}

    def close(slice_, event):
        begin, nested = slice_
        arguments = {**begin.get("args", {}), **(event or {}).get("args", {})}
        kind = begin["cat"]
        process = names.get(begin["pid"], "")
        # Thousandths of microseconds are nanoseconds.
        duration = round((event["ts"] - begin["ts"]) * 1000) if event else 0
        if kind == "gap":
            lost = arguments.get("lost")
            owner = "" if begin["pid"] == 2_000_000_000 else process
            shown.gaps.append((owner, lost and int(lost)))
            return
        if kind not in ("action", "effect", "interval", "observer", "store"):
            return
        completeness = arguments.get("completeness", "whole") if event else "stillOpen"
        isTimed = kind == "action" and completeness == "whole"
        stack = open_slices[begin["pid"], begin["tid"]]
        around = arguments.get("parent") if kind == "action" else None
        if isTimed and stack and event:
            stack[-1][1][0] += duration
        shown.spans.append(
            Span(
                process, kind, begin["name"], completeness, arguments.get("outcome"),
                stack[-1][0]["name"] if around and stack else None, "cause" in arguments, None,
                duration - nested[0] if isTimed else 0, duration if isTimed else 0, not around,
            )
        )

    for event in events:
        if event["ph"] == "B":
            open_slices[event["pid"], event["tid"]].append((event, [0]))
            latest = event
        elif event["ph"] == "E":
            close(open_slices[event["pid"], event["tid"]].pop(), event)
        elif event["ph"] == "s":
            sources[event["id"]] = latest["cat"]
        elif event["ph"] in ("t", "f"):
            if latest["cat"] == "effect":
                shown.effect_arrows += 1
            elif latest["cat"] == "action":
                shown.send_arrows += sources.get(event["id"]) == "send"
        elif event["ph"] == "i" and event["cat"] == "damage":
            shown.damage.append(event["args"]["message"])
        elif event["ph"] == "i" and event["cat"] in ("interval", "store", "effect"):
            close((event, [0]), event)
    for stack in open_slices.values():
        while stack:
            close(stack.pop(), None)
    return shown


def chrome_viewer(path):
    """The counts of Chrome's own viewer for a file."""
    pages = glob.glob(os.path.join(installed, "**", "trace_viewer_full.html"), recursive=True)
    if not pages:
        sys.exit(f"there is no trace viewer below {installed}: scripts/setup.sh --tests")
    found = json.loads(
        subprocess.run(
            ["node", os.path.join(here, "chrome.mjs"), pages[0], path],
            check=True, stdout=subprocess.PIPE, encoding="utf-8",
        ).stdout
    )
    if found["complaints"]:
        sys.exit(f"Chrome's viewer objects to {path}: {found['complaints']}")
    return {
        "actions": found["outermost"],
        "intervals": found["slices"].get("action", 0),
        "effects": found["slices"].get("effect", 0),
        # Several effects of one action can be a chain.
        "effect arrows": sum(c for way, c in found["arrows"].items() if way.endswith(" to effect")),
        "sends": found["arrows"].get("send to action", 0),
        "self": None,
    }


# ---- Tables ----


def tables(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    several = len({row[0] for row in database.execute("SELECT host FROM processes")}) > 1

    def process(row):
        if row["process_name"] is None:
            return ""
        return row["process_name"] + (f" on {row['host']}" if several else "")

    shown = Shown()
    shown.effect_arrows = shown.send_arrows = 0
    for row in database.execute(
        """
        SELECT s.*, n.prefix, n.name AS text, p.name AS process_name, p.host, o.name AS place,
          a.id AS action, b.prefix AS around_prefix, b.name AS around
        FROM spans s JOIN names n ON n.id = s.name JOIN processes p ON p.id = s.process
          LEFT JOIN names o ON o.id = s.source
          LEFT JOIN spans a ON s.kind = 'effect' AND a.kind = 'action' AND a.process = s.process
            AND a.id = s.cause
          LEFT JOIN spans c ON s.parent IS NOT NULL AND c.kind = 'action'
            AND c.process = s.process AND c.id = s.parent
          LEFT JOIN names b ON b.id = c.name
        """
    ):
        name = label(row["prefix"], row["text"])
        if row["kind"] == "observer":
            name = f"{row['place']}:{row['line']}"
        isTimed = row["kind"] == "action" and row["completeness"] == "whole"
        around = row["around"]
        shown.effect_arrows += row["action"] is not None
        shown.send_arrows += row["sent"] is not None
        shown.spans.append(
            Span(
                process(row), row["kind"], name, row["completeness"], row["outcome"],
                label(row["around_prefix"], around) if around is not None else None,
                row["cause"] is not None, row["sent"] is not None,
                row["self_time"] if isTimed else 0, row["duration"] if isTimed else 0,
                row["parent"] is None,
            )
        )
    for row in database.execute(
        "SELECT g.count, p.name AS process_name, p.host FROM gaps g"
        " LEFT JOIN processes p ON p.id = g.process"
    ):
        shown.gaps.append((process(row), row["count"]))
    shown.damage = [row["message"] for row in database.execute("SELECT message FROM damage")]
    return shown


def comma_separated(path, names):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    shown = Shown()
    shown.damage = []
    shown.effect_arrows = shown.send_arrows = 0

    def key(row, kind, number):
        return row["host"], row["pid"], kind, number

    actions = {key(r, "action", r["id"]): r for r in rows if r["kind"] == "action"}
    for row in rows:
        process = names[row["host"], int(row["pid"])] if row["pid"] else ""
        if row["kind"] == "gap":
            count = row["name"].split()[0]
            shown.gaps.append((process, int(count) if count.isdigit() else None))
            continue
        if row["kind"] == "damage":
            shown.damage.append(row["name"])
            continue
        name = label(row["prefix"], row["name"])
        if row["kind"] == "observer":
            name = f"{row['source']}:{row['line']}"
        around = actions.get(key(row, "action", row["parent"]))
        isTimed = row["kind"] == "action" and row["completeness"] == "whole"
        if row["kind"] == "effect":
            shown.effect_arrows += key(row, "action", row["cause"]) in actions
        shown.send_arrows += row["sent_ns"] != ""
        shown.spans.append(
            Span(
                process, row["kind"], name, row["completeness"], row["outcome"] or None,
                around and label(around["prefix"], around["name"]), row["cause"] != "",
                row["sent_ns"] != "", int(row["self_ns"]) if isTimed else 0,
                int(row["duration_ns"]) if isTimed else 0, row["parent"] == "",
            )
        )
    return shown


# ---- OpenTelemetry, by the project's own messages ----


def otlp(path):
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    def plain(attributes):
        return {a.key: getattr(a.value, a.value.WhichOneof("value")) for a in attributes}

    with open(path, "rb") as file:
        request = ExportTraceServiceRequest.FromString(file.read())
    found = []
    for resource_spans in request.resource_spans:
        resource = plain(resource_spans.resource.attributes)
        for scope_spans in resource_spans.scope_spans:
            found += [(resource, plain(s.attributes), s) for s in scope_spans.spans]
    several = len({resource.get("host.name") for resource, _, _ in found}) > 1
    by_id = {(s.trace_id, s.span_id): (a, s) for _, a, s in found}
    if len(by_id) != len(found):
        sys.exit(f"{path}: {len(found) - len(by_id)} spans have the ids of others")

    # A parent is the action of the wrapper around, or the cause.
    def wrapper(attributes, s):
        around = by_id.get((s.trace_id, s.parent_span_id))
        kinds = around and {attributes["signpost.kind"], around[0]["signpost.kind"]}
        return around if kinds == {"action"} else None

    children = collections.Counter()
    for _, attributes, s in found:
        if wrapper(attributes, s):
            children[s.trace_id, s.parent_span_id] += s.end_time_unix_nano - s.start_time_unix_nano
    shown = Shown()
    shown.effect_arrows = shown.send_arrows = 0
    for resource, attributes, s in found:
        process = resource["service.name"]
        if several and "host.name" in resource:
            process += f" on {resource['host.name']}"
        kind = attributes["signpost.kind"]
        if kind == "gap":
            if "process.pid" not in resource:
                process = ""
            shown.gaps.append((process, attributes.get("signpost.lost")))
            continue
        completeness = attributes.get("signpost.completeness", "whole")
        isTimed = kind == "action" and completeness == "whole"
        duration = s.end_time_unix_nano - s.start_time_unix_nano
        parent = by_id.get((s.trace_id, s.parent_span_id))
        if s.parent_span_id and parent is None:
            completeness += " (nothing has the id of its parent)"
        around = wrapper(attributes, s)
        has_cause = parent is not around or len(s.links) > 0
        shown.effect_arrows += kind == "effect" and has_cause
        shown.send_arrows += "signpost.waited_ns" in attributes
        shown.spans.append(
            Span(
                process, kind, label(attributes.get("signpost.prefix"), s.name), completeness,
                attributes.get("signpost.outcome"),
                around and label(around[0].get("signpost.prefix"), around[1].name),
                has_cause, "signpost.waited_ns" in attributes,
                duration - children[s.trace_id, s.span_id] if isTimed else 0,
                duration if isTimed else 0, around is None,
            )
        )
    return shown


# ---- The page ----


def html(path):
    head, records = page.read_page(path)
    several = len({process["host"] for process in head["processes"]}) > 1
    labels = [p["name"] + (f" on {p['host']}" if several else "") for p in head["processes"]]
    def name(record):
        return label(*head["names"][record["name"]])
    spans = [r for r in records if page.KINDS.index(r["kind"]) <= page.KINDS.index("store")]
    by_id = {(r["process"], r["kind"], r["id"]): r for r in spans}
    if len(by_id) != len(spans):
        sys.exit(f"{path}: {len(spans) - len(by_id)} spans have the ids of others")
    if (len(spans), len(records) - len(spans)) != (head["spans"], head["points"]):
        sys.exit(f"{path}: {len(spans)} of {head['spans']} spans, {len(records)} records")
    shown = Shown()
    shown.effect_arrows = shown.send_arrows = 0
    for r in spans:
        completeness = page.COMPLETENESS[r["state"] >> 3 & 7]
        isTimed = r["kind"] == "action" and completeness == "whole"
        around = by_id.get((r["process"], "action", r["parent"]))
        caused = r["kind"] == "effect" and (r["process"], "action", r["cause"]) in by_id
        shown.effect_arrows += caused
        shown.send_arrows += r["waited"] > 0
        shown.spans.append(
            Span(
                labels[r["process"]], r["kind"], name(r), completeness,
                page.OUTCOMES[r["state"] & 7], around and name(around), r["cause"] > 0,
                r["waited"] > 0, max(r["duration"] - r["nested"], 0) if isTimed else 0,
                r["duration"] if isTimed else 0, not r["parent"],
            )
        )
    for gap in head["gaps"]:
        process = labels[gap["process"]] if "process" in gap else ""
        shown.gaps.append((process, gap.get("count")))
    shown.damage = [damage["message"] for damage in head["report"]["damage"]]
    return shown


# ---- Stacks ----


def stack_label(root):
    """The process of a root, without ids and threads, and the notes on missing events."""
    notes = re.findall(r" \[[a-z ]+\]", root)
    place = re.search(r" on (\w+)(?: #\d+)?(?:, thread|\[|$)", root)
    name = root.split(" (")[0]
    return name + (f" on {place.group(1)}" if place else "") + "".join(notes)


def folded(path):
    shown = Shown()
    shown.stacks = collections.Counter()
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            stack, _, time = line.rpartition(" ")
            frames = stack.split(";")
            shown.stacks[(stack_label(frames[0]), *frames[1:])] += int(time)
    return shown


def speedscope(path):
    with open(path, encoding="utf-8") as file:
        profile_file = json.load(file)
    frames = [frame["name"] for frame in profile_file["shared"]["frames"]]
    shown = Shown()
    shown.stacks = collections.Counter()
    for profile in profile_file["profiles"]:
        if profile["unit"] != "nanoseconds" or sum(profile["weights"]) != profile["endValue"]:
            sys.exit(f"{path}: the weights of {profile['name']} do not add up to its end")
        for sample, weight in zip(profile["samples"], profile["weights"], strict=True):
            names = [frames[frame] for frame in sample]
            shown.stacks[(stack_label(names[0]), *names[1:])] += weight
    return shown


# ---- Lines ----


def lines(path, names):
    shown = Shown()
    begun = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            event = json.loads(line)
            process = names.get((event.get("host", ""), event.get("vpid")))
            if process is None:
                process = names.get((next(iter(names), ("", 0))[0], event.get("vpid")), "")
            if event["kind"] == "lost":
                count = event["count"]
                shown.gaps.append((process, int(count) if count.isdigit() else None))
                continue
            kind, _, half = event["kind"].partition(" ")
            if half not in ("begin", "end"):
                continue
            name = label(event.get("prefix"), event.get("name", ""))
            if kind == "observer":
                name = event.get("place", "")
            # Processes may have the same name.
            owner = (process, event.get("vpid"))
            key = (owner, kind, event.get("id"))
            if half == "begin":
                begun[key] = [name, event, None]
            elif key in begun:
                begun[key][2] = event
            else:
                begun[key] = [name, {}, event]
    for (owner, kind, _), (name, begin, end) in begun.items():
        process = owner[0]
        parent = begun.get((owner, kind, begin.get("parent")), [None])[0]
        completeness = end.get("completeness", "whole") if end else "open"
        isTimed = kind == "action" and completeness == "whole"
        shown.spans.append(
            Span(
                process, kind, name, completeness, end and end.get("outcome"), parent,
                "cause" in begin or (kind == "effect" and "action" in begin), None,
                end.get("self_ns", end["took_ns"]) if isTimed else 0,
                end["took_ns"] if isTimed else 0, "parent" not in begin,
            )
        )
    return shown


# ---- Output ----


def all_formats(directory):
    report = report_of(directory)
    names = process_labels(report)
    def file(extension):
        return os.path.join(directory, "trace." + extension)
    return report, {
        "perfetto": perfetto(file("pftrace")),
        "chrome": chrome(file("json")),
        "sqlite": tables(file("sqlite")),
        "csv": comma_separated(file("csv"), names),
        "otlp": otlp(file("otlp")),
        "html": html(file("html")),
        "events": lines(file("events"), names),
        "speedscope": speedscope(file("speedscope.json")),
        "folded": folded(file("folded")),
    }


def counts_line(name, facts):
    return f"{name}: " + ", ".join(
        f"{key} {'-' if value is None else value}" for key, value in facts.items()
    )


def counts(directory):
    report, formats = all_formats(directory)
    processes = report["processes"]
    print(
        counts_line(
            "report",
            {
                "actions": sum(p["actions"] for p in processes),
                "intervals": sum(p["intervals"] for p in processes),
                "effects": sum(p["effects"] for p in processes),
                "effect arrows": None,
                "sends": None,
                # An action that passes several wrappers is one row, with the time of each.
                "self": sum(
                    level["self_ns"]
                    for action in report["actions"]
                    for level in action.get("levels", [action])
                ),
            },
        )
    )
    print(counts_line("Chrome's viewer", chrome_viewer(os.path.join(directory, "trace.json"))))
    for name, shown in formats.items():
        if shown.stacks is not None:
            facts = dict.fromkeys(["actions", "intervals", "effects", "effect arrows", "sends"])
            print(counts_line(name, {**facts, "self": sum(shown.stacks.values())}))
            continue
        actions = [s for s in shown.spans if s.kind == "action"]
        total = sum(s.total for s in actions if s.outermost)
        own = sum(s.self for s in actions)
        if own != total:
            own = f"{own} of {total}"
        print(
            counts_line(
                name,
                {
                    "actions": sum(s.outermost for s in actions),
                    "intervals": len(actions),
                    "effects": sum(s.kind == "effect" for s in shown.spans),
                    "effect arrows": shown.effect_arrows,
                    "sends": shown.send_arrows,
                    "self": own,
                },
            )
        )


def shown(directory):
    _, formats = all_formats(directory)
    for name, format_ in formats.items():
        found = []
        for s in format_.spans:
            completeness = s.completeness
            text = f"{s.process}: {s.kind} {s.name}, {completeness}"
            if s.outcome:
                text += f", {s.outcome}"
            if s.parent:
                text += f", in {s.parent}"
            found.append(text)
        for stack in format_.stacks or []:
            found.append(" > ".join(stack))
        gaps = collections.Counter()
        for process, count in format_.gaps:
            gaps[process] += count or 0
        found += [
            f"{process or 'unknown process'}: {count} lost" for process, count in gaps.items()
        ]
        found += [f"damage: {message}" for message in format_.damage or []]
        for line in sorted(found):
            print(f"{name}: {line}")


# ---- Another reader of the trace ----


def reference(trace):
    text = subprocess.run(
        ["babeltrace2", "--clock-seconds", "--no-delta", trace],
        check=True, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
    ).stdout
    event = re.compile(r"^\[(\d+)\.(\d{9})\] (.*?)composable:(\w+): (.*)$")
    field = re.compile(r'(\w+) = ("(?:[^"\\]|\\.)*"|-?\d+)')
    begun, around, durations, effects, arrows = {}, {}, {}, {}, 0
    sent, sends = set(), 0
    for line in text.splitlines():
        match = event.match(line)
        if not match:
            continue
        seconds, nanoseconds, place, name, rest = match.groups()
        time = int(seconds) * 1_000_000_000 + int(nanoseconds)
        # The contexts are before the fields, and have other names.
        fields = dict(field.findall(rest))
        process = (place, fields.get("vpid"))
        if name == "action_begin":
            key = (process, fields["action"])
            begun[key] = time
            around[key] = fields["parent"]
            sends += key in sent
        elif name == "action_end":
            key = (process, fields["action"])
            if key in begun:
                durations[key] = time - begun[key]
        elif name == "effect_begin":
            key = (process, fields["effect"])
            if key not in effects:
                effects[key] = fields["action"]
        elif name == "send":
            sent.add((process, fields["action"]))
    arrows = sum((process, action) in begun for (process, _), action in effects.items())
    own = dict(durations)
    for key, duration in durations.items():
        parent = (key[0], around[key])
        if parent in own:
            own[parent] -= duration
    print(
        counts_line(
            "reference",
            {
                "actions": sum(parent == "0" for parent in around.values()),
                "intervals": len(begun),
                "effects": len(effects),
                "effect arrows": arrows,
                "sends": sends,
                "self": sum(own.values()),
            },
        )
    )


{"counts": counts, "shown": shown, "reference": reference}[sys.argv[1]](sys.argv[2])
