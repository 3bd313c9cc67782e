#!/usr/bin/env python3
"""Writes Sources/Bench/Suites/Generated/Levels.swift: twenty features, each within the next.

usage: bench-levels.py [--check]    --check writes nothing, and fails if the file differs
"""
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "Sources/Bench/Suites/Generated/Levels.swift"
LEVELS = 20

HEADER = """\
import ComposableCore

// Twenty features nested around a counter, each with actions and logic of its own, like the screens
// of a program.
//
// scripts/bench-levels.py writes this file. The features are written out, although alike, as in a
// program: the compiler stops specializing a generic feature that is nested in itself after a few
// levels. And each action has two payloads: for an enum with one payload and one case without,
// Swift 6.3 generates code that doubles with each level.
"""
LEVEL = """\
struct LEVEL: Nesting {
  struct State: NestingState {
    var volume = 0
    var child = CHILD.State()
    var resets = 0

    var counter: Counter.State { child.counter }
  }

  enum Action: CasePathable, Sendable {
    case child(CHILD.Action)
    case resetButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, CHILD.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\\.child, action: \\.child) {
      CHILD()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = CHILD.State()
        state.resets += 1
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(CHILD.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    CHILD.counter(of: store.scope(\\.child, action: \\.child))
  }
}
"""


def text():
    names = ["Counter"] + [f"Level{level}" for level in range(1, LEVELS + 1)]
    levels = (
        LEVEL.replace("LEVEL", level).replace("CHILD", child)
        for child, level in zip(names, names[1:])
    )
    return HEADER + "".join("\n" + level for level in levels)


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    if not arguments:
        FILE.write_text(text())
    elif FILE.read_text() != text():
        sys.exit(f"{FILE.name} differs from {Path(__file__).name}: run scripts/bench-levels.py")


main(sys.argv[1:])
