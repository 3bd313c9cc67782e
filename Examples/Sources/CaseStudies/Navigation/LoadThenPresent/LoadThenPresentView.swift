import ComposableArchitecture
import TerminalKit

struct LoadThenPresentView: StudyView {
  let store: StoreOf<LoadThenPresent>

  var currentCommands: [Command<LoadThenPresent.Action>] {
    if store.sheet != nil {
      return [
        Command(
          "done", keys: ["d", .escape, .return], label: "done", help: "close the sheet",
          sends: .sheet(.presented(.closeButtonTapped)))
      ]
    }
    if store.isLoading {
      return [
        Command(
          "cancel", keys: ["c"], label: "cancel", help: "do without the sheet",
          sends: .cancelButtonTapped)
      ]
    }
    return [
      Command(
        "load", keys: ["l"], label: "load, then present",
        help: "open a sheet once its fact is there", sends: .loadThenPresentButtonTapped),
      Command(
        "present", keys: ["p"], label: "present, then load",
        help: "open a sheet at once, which fetches its fact", sends: .presentThenLoadButtonTapped),
    ]
  }

  private var fact: FactText? {
    store.sheet.map { FactText(fact: $0.fact, isLoading: $0.isLoading) }
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    if let fact {
      return ["A fact about \(store.number)", fact.summary ?? ""].boxed(to: width)
    }
    return [store.isLoading ? Style.dim("Loading…", if: usesColor) : "The sheet is closed."]
  }

  var summary: String {
    if let fact { return "open | \(fact.summary ?? "empty")" }
    return store.isLoading ? "closed | loading" : "closed"
  }
}
