#!/usr/bin/env python3
"""Compares compile times of a client of a hundred features with and without macros.

Build this package first: `swift build`. The client is generated twice, once without macros: with
conformances, tables of cases and presentation states that are written out, and a state that is not
observable.

Fails if an expression takes the type checker more than 300 ms, or if the macros take more than the
given factor.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MILLISECONDS = 300

BODY = """  @Dependency(\\.continuousClock) var clock
  var body: some Reducer<State, Action> {
    Scope(state: \\.header, action: \\.header) { Part#() }
    Reduce { state, action in
      switch action {
      case .started:
        state.isLoading = true
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded(["a", "b"]))
        }
      case .loaded(let titles):
        state.isLoading = false
        state.titles = titles
        return .none
      case .selected(let index):
        guard state.titles.indices.contains(index) else { return .none }
        state.detail = Part#.State(text: state.titles[index])
        return .none
      case .added:
        state.rows.append(Part#.State(id: state.rows.count, text: "row"))
        return .none
      case .detail(.presented(.cleared)):
        state.detail = nil
        return .none
      case .header, .rows, .detail:
        return .none
      }
    }
    .ifLet(\\.$detail, action: \\.detail) { Part#() }
    .forEach(\\.rows, action: \\.rows) { Part#() }
  }
"""
PART = """  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .none
      case .cleared:
        state.text = ""
        return .none
      }
    }
  }
"""
PART_STATE = "struct State: Equatable, Identifiable { var id = 0; var text = \"\" }"
STATE = """struct State: Equatable {
    var isLoading = false
    var titles: [String] = []
    var header = Part#.State()
    var rows: IdentifiedArrayOf<Part#.State> = []
    @PRESENTS var detail: Part#.State?
  }"""
PART_CASES = [("typed", "String"), ("cleared", None)]
CASES = [
    ("started", None),
    ("loaded", "[String]"),
    ("selected", "Int"),
    ("added", None),
    ("header", "Part#.Action"),
    ("rows", "IdentifiedAction<Int, Part#.Action>"),
    ("detail", "PresentationAction<Part#.Action>"),
]


def actions(cases, is_generated):
    """An enum of actions, whose table of cases a macro generates or is written out."""
    declarations = "".join(
        f"    case {name}{f'({payload})' if payload else ''}\n" for name, payload in cases
    )
    if is_generated:
        return f"  enum Action {{\n{declarations}  }}\n"
    table = ""
    for name, payload in cases:
        if payload:
            extract = f"if case .{name}(let value) = $0 {{ value }} else {{ nil }}"
            embed = f"Action.{name}"
        else:
            extract = f"if case .{name} = $0 {{ () }} else {{ nil }}"
            embed = f"{{ Action.{name} }}"
        table += f"""      var {name}: AnyCasePath<Action, {payload or "Void"}> {{
        AnyCasePath(embed: {embed}) {{ {extract} }}
      }}
"""
    return f"""  enum Action: CasePathable {{
{declarations}
    struct AllCasePaths: Sendable {{
{table}    }}
    static var allCasePaths: AllCasePaths {{ AllCasePaths() }}
  }}
"""


def source(number, is_generated):
    """A file with a feature and a part of it."""
    macro = "@Reducer\n" if is_generated else ""
    conformance = "" if is_generated else ": Reducer"
    observable = "  @ObservableState\n" if is_generated else ""
    presents = "Presents" if is_generated else "PresentationState"
    text = "import ComposableArchitecture\n\n"
    for name, state, cases, body in (
        ("Part#", PART_STATE, PART_CASES, PART),
        ("Feature#", STATE, CASES, BODY),
    ):
        text += f"{macro}struct {name}{conformance} {{\n{observable}  {state}\n"
        text += f"{actions(cases, is_generated)}{body}}}\n\n"
    return text.replace("@PRESENTS", f"@{presents}").replace("#", str(number))


def compile_client(count, is_generated, products):
    """Returns the seconds of processor time, and the slowest expressions."""
    with tempfile.TemporaryDirectory() as directory:
        files = []
        for number in range(count):
            file = pathlib.Path(directory, f"Feature{number}.swift")
            file.write_text(source(number, is_generated), encoding="utf-8")
            files.append(str(file))
        plugin = products / "ComposableArchitectureMacros-tool"
        command = ["swiftc", "-c", "-Onone", "-swift-version", "6", "-module-name", "Client"]
        command += ["-parse-as-library", "-enable-batch-mode", "-j2"]
        command += ["-I", str(products / "Modules")]
        command += ["-Xcc", f"-fmodule-map-file={products}/CCore.build/module.modulemap"]
        command += ["-load-plugin-executable", f"{plugin}#ComposableArchitectureMacros"]
        command += ["-Xfrontend", f"-warn-long-expression-type-checking={MILLISECONDS}"]
        start = time.monotonic()
        result = subprocess.run(
            ["bash", "-c", 'time "$@"', "bash", *command, *files],
            cwd=directory,
            env={**os.environ, "TIMEFORMAT": "%U %S"},
            capture_output=True,
            text=True,
            check=False,
        )
        elapsed = time.monotonic() - start
    if result.returncode:
        sys.exit(f"compile-time: the client does not compile:\n{result.stderr[:4000]}")
    times = result.stderr.strip().splitlines()[-1].split()
    slow = re.findall(r".*expression took .*", result.stderr)
    return sum(map(float, times)), elapsed, slow


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--features", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--factor", type=float, help="the highest accepted factor")
    parser.add_argument("--products", type=pathlib.Path, default=ROOT / ".build/debug")
    arguments = parser.parse_args()
    best = {}
    for _ in range(arguments.rounds):
        for is_generated in (False, True):
            processor, elapsed, slow = compile_client(
                arguments.features, is_generated, arguments.products
            )
            kind = "with macros" if is_generated else "without macros"
            print(f"{kind}: {processor:.1f} s of processor time, {elapsed:.1f} s")
            best[is_generated] = min(processor, best.get(is_generated, processor))
            if slow:
                sys.exit("compile-time: an expression is slow:\n" + "\n".join(slow))
    factor = best[True] / best[False]
    print(f"{arguments.features} features: {factor:.2f} times the time without macros")
    if arguments.factor and factor > arguments.factor:
        sys.exit(f"compile-time: expected at most {arguments.factor} times")


if __name__ == "__main__":
    main()
