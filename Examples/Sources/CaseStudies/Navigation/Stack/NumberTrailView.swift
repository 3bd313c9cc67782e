import ComposableArchitecture
import TerminalKit

struct NumberTrailView: StudyView {
  let store: StoreOf<NumberTrail>

  /// The screen on top, as a view of its own.
  private var top: (lines: (_ width: Int, _ usesColor: Bool) -> [String], summary: String)? {
    guard let store = store.scope(\.path, action: \.path).last else { return nil }
    switch store.case {
    case .fact(let store):
      let fact = FactText(fact: store.fact, isLoading: store.isLoading)
      return (
        {
          [Style.bold("A fact about \(store.number)", if: $1), ""]
            + fact.lines(width: $0, usesColor: $1)
        }, fact.summary ?? "no fact yet"
      )
    case .number(let store):
      return ({ [Style.bold("\(store.number)", if: $1)] }, "\(store.number)")
    case .stopwatch(let store):
      let view = StopwatchView(store: store)
      return (view.lines(width:usesColor:), view.summary)
    }
  }

  // MARK: Commands

  var currentCommands: [Command<NumberTrail.Action>] {
    let go = Command<NumberTrail.Action>(
      "go", keys: ["g"], label: "go to", help: "go to a place, such as 7/fact or 2/4/stopwatch",
      parameter: .init("place", example: "7/fact")
    ) { TrailPlace($0).map(NumberTrail.Action.placeEntered) }
    guard let id = store.path.ids.last, let screen = store.path[id: id] else {
      return [
        Command(
          "start", keys: ["s", .return], label: "start", help: "push the number 2",
          sends: .startButtonTapped),
        go,
      ]
    }
    let commands: [Command<NumberTrail.Path.Action>] =
      switch screen {
      case .fact: factCommands.map { $0.map { .fact($0) } }
      case .number: numberCommands.map { $0.map { .number($0) } }
      case .stopwatch: stopwatchCommands.map { $0.map { .stopwatch($0) } }
      }
    return commands.map { $0.map { .path(.element(id: id, action: $0)) } } + [
      Command(
        "back", keys: [.escape], label: "previous", help: "pop the screen on top",
        sends: .path(.popFrom(id: id))),
      Command(
        "root", keys: ["r"], label: "root", help: "pop all screens",
        sends: .popToRootButtonTapped),
      go,
    ]
  }

  private var factCommands: [Command<TrailFact.Action>] {
    [
      Command(
        "load", keys: ["l"], label: "load", help: "fetch the fact", sends: .loadButtonTapped),
      Command(
        "done", keys: ["d"], label: "done", help: "let the screen dismiss itself",
        sends: .doneButtonTapped),
    ]
  }

  private var numberCommands: [Command<TrailNumber.Action>] {
    [
      Command(
        "-", keys: ["-"], label: "subtract", help: "subtract one", sends: .decrementButtonTapped),
      Command(
        "+", keys: ["+", "="], label: "add", help: "add one", sends: .incrementButtonTapped),
      Command(
        "square", keys: ["s"], label: "square", help: "push the square of the number",
        sends: .squareButtonTapped),
      Command(
        "fact", keys: ["f"], label: "fact", help: "push a fact about the number",
        sends: .factButtonTapped),
      Command(
        "stopwatch", keys: ["t"], label: "stopwatch", help: "push a stopwatch",
        sends: .stopwatchButtonTapped),
    ]
  }

  private var stopwatchCommands: [Command<Stopwatch.Action>] {
    [
      Command(
        "start-stop", keys: ["s", " "], label: "start, stop",
        help: "start the stopwatch, or stop it", isLasting: true, sends: .startStopButtonTapped)
    ]
  }

  // MARK: Content

  private var trail: String {
    (["start"]
      + store.path.map { screen in
        switch screen {
        case .fact: "fact"
        case .number(let number): "\(number.number)"
        case .stopwatch: "stopwatch"
        }
      })
      .joined(separator: " › ")
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    trail.wrapped(to: width).map { Style.dim($0, if: usesColor) } + [""]
      + (top?.lines(width, usesColor) ?? ["Start with a number, or go to a place at once."])
      + ["", "sum of the numbers  \(store.sum)"]
  }

  var summary: String {
    [trail, top?.summary, "sum \(store.sum)"].compactMap { $0 }.joined(separator: " | ")
  }
}
