"""Runs the analyses that are exported for Trace Compass, as its documentation describes them.

usage: tracecompass.py ANALYSES.xml TRACE

Reads the trace with babeltrace2, and prints the view of Trace Compass as JSON: the deepest call
stack and the calls that are open at the end, by thread; the segments of each pattern; and the
counts of each chart, over time.
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

VALUE = r'(\w+) = (\( "[^"]*" : container = \d+ \)|"(?:[^"\\]|\\.)*"|-?\d+)'


def events(trace):
    """The events of a trace: name, time, and fields; of enumerations, the labels."""
    text = subprocess.run(
        ["babeltrace2", "--clock-cycles", trace], check=True, capture_output=True, text=True,
    ).stdout
    for line in text.splitlines():
        head = re.match(r"\[(\d+)\] (?:\([^)]*\) )?(?:\S+ )?(\w+:\w+): ", line)
        fields = {}
        for key, value in re.findall(VALUE, line):
            label = re.match(r'\( "([^"]*)"', value)
            if label:
                fields[key] = label[1]
            elif value.startswith('"'):
                fields[key] = value[1:-1]
            else:
                fields[key] = int(value)
        yield head[2], int(head[1]), fields


class Run:
    """The analyses of a document, while events are handled."""

    def __init__(self, root):
        self.states = {}
        self.history = []
        self.depth = {}
        self.patterns = [Pattern(self, element) for element in root.iter("pattern")]
        self.handlers = [
            (handler.get("eventName"), handler.findall("stateChange"))
            for handler in root.iter("eventHandler")
        ]

    def handle(self, name, time, fields):
        for wanted, changes in self.handlers:
            if wanted == name:
                for change in changes:
                    self.change(change, time, fields, None)
        for pattern in self.patterns:
            pattern.handle(name, time, fields)

    def value(self, element, fields, scenario):
        kind, text = element.get("type"), element.get("value")
        if kind == "null":
            return None
        if kind in ("int", "long"):
            return int(text)
        if kind == "string":
            return text
        if kind == "eventField":
            return field(text, fields)
        if kind == "query":
            return self.states.get(self.path(element.findall("stateAttribute"), fields, scenario))
        raise ValueError(f"a value of the type {kind}")

    def path(self, attributes, fields, scenario):
        names = []
        for attribute in attributes:
            kind, text = attribute.get("type"), attribute.get("value")
            if kind == "eventField":
                text = field(text, fields)
            elif kind != "constant":
                raise ValueError(f"an attribute of the type {kind}")
            if text is None:
                return None
            names.append(scenario if text == "#CurrentScenario" else str(text))
        return tuple(names)

    def change(self, change, time, fields, scenario):
        path = self.path(change.findall("stateAttribute"), fields, scenario)
        if path is None:
            return
        element = change.find("stateValue")
        value = self.value(element, fields, scenario)
        stack = element.get("stack")
        if stack:
            calls = self.states.setdefault(path, [])
            if stack == "push":
                calls.append(value)
                self.depth[path] = max(self.depth.get(path, 0), len(calls))
            elif calls:
                calls.pop()
        elif element.get("increment") == "true":
            self.states[path] = (self.states.get(path) or 0) + value
            self.history.append((path, time, self.states[path]))
        else:
            self.states[path] = value

    def holds(self, element, fields, scenario):
        if element.tag == "and":
            return all(self.holds(part, fields, scenario) for part in element)
        if element.tag == "or":
            return any(self.holds(part, fields, scenario) for part in element)
        if element.tag == "not":
            return not self.holds(element[0], fields, scenario)
        first = field(element.find("field").get("name"), fields)
        return first == self.value(element.find("stateValue"), fields, scenario)


class Pattern:
    """A pattern: scenarios that have begun, and the segments of those that have ended."""

    def __init__(self, run, element):
        self.run = run
        self.id = element.get("id")
        handler = element.find("patternHandler")
        self.tests = {test.get("id"): test.find("if")[0] for test in handler.findall("test")}
        self.actions = {action.get("id"): action for action in handler.findall("action")}
        self.machine = handler.find("fsm")
        self.states = {state.get("id"): state for state in self.machine.findall("state")}
        self.final = self.machine.find("final").get("id")
        self.scenarios = []
        self.segments = []
        self.begun = 0

    def handle(self, name, time, fields):
        for scenario in self.scenarios:
            if self.take(self.states[scenario["state"]], scenario, name, time, fields):
                return
        scenario = {"id": f"{self.id}/{self.begun}", "start": time}
        if self.take(self.machine.find("initialState"), scenario, name, time, fields):
            self.begun += 1
            self.scenarios.append(scenario)

    def take(self, state, scenario, name, time, fields):
        for transition in state.findall("transition"):
            tests = [test for test in transition.get("cond", "").split(":") if test]
            if transition.get("event") == name and all(
                self.run.holds(self.tests[test], fields, scenario["id"]) for test in tests
            ):
                for action in filter(None, transition.get("action", "").split(":")):
                    self.act(self.actions[action], scenario, time, fields)
                scenario["state"] = transition.get("target")
                if scenario["state"] == self.final:
                    self.scenarios.remove(scenario)
                return True
        return False

    def act(self, action, scenario, time, fields):
        for part in action:
            if part.tag == "stateChange":
                self.run.change(part, time, fields, scenario["id"])
                continue
            name = part.find("segType/segName/stateValue")
            content = {
                content.get("name"): content.get("value")
                if content.find("stateValue") is None
                else self.run.value(content.find("stateValue"), fields, scenario["id"])
                for content in part.findall("segContent/segField")
            }
            self.segments.append({
                "name": self.run.value(name, fields, scenario["id"]),
                "start": scenario["start"],
                "duration": time - scenario["start"],
                "content": content,
            })


def field(name, fields):
    return fields.get(name.removeprefix("context._"))


def main():
    root = ElementTree.parse(sys.argv[1]).getroot()
    run = Run(root)
    for name, time, fields in events(sys.argv[2]):
        run.handle(name, time, fields)
    charts = {}
    for path, _, value in run.history:
        charts.setdefault("/".join(path), []).append(value)
    stacks = {"/".join(path): depth for path, depth in run.depth.items()}
    left = {"/".join(path): run.states[path] for path in run.depth if run.states[path]}
    print(json.dumps({
        "deepest": stacks, "open": left, "charts": charts,
        "segments": {pattern.id: pattern.segments for pattern in run.patterns},
        "running": {pattern.id: len(pattern.scenarios) for pattern in run.patterns},
    }))


main()
