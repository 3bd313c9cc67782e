import CustomDump
import TestSupport
import Testing

@testable import ComposableCore

private struct RowState: Equatable, Identifiable {
  let id: Int
  var count = 0
}

private enum RowAction: Equatable { case add(Int), later, fail }

private let rowReducer = AnyReducer<RowState, RowAction, Int> { state, action, step in
  switch action {
  case .add(let count):
    state.count += count * step
    return .none
  case .later: return Effect(value: .add(1))
  case .fail: return .fireAndForget { throw CancellationError() }
  }
}

private enum Screen: Equatable { case row(RowState), empty }

private struct AppState: Equatable {
  var rows: IdentifiedArrayOf<RowState> = [RowState(id: 1), RowState(id: 2)]
  var named: [String: RowState] = ["a": RowState(id: 3)]
  var listed = [RowState(id: 6), RowState(id: 7)]
  var optional: RowState?
  var screen = Screen.empty
}

private enum AppAction: Equatable, CasePathable {
  case row(id: Int, action: RowAction)
  case named(String, RowAction)
  case listed(index: Int, action: RowAction)
  case optional(RowAction)
  case screen(RowAction)

  struct AllCasePaths: Sendable {
    var optional: AnyCasePath<AppAction, RowAction> {
      AnyCasePath(embed: AppAction.optional) {
        if case .optional(let action) = $0 { action } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private let appReducer = AnyReducer<AppState, AppAction, Int>.combine(
  rowReducer.forEach(
    state: \.rows, action: /AppAction.row(id:action:), environment: { $0 }),
  rowReducer.forEach(state: \.named, action: /AppAction.named, environment: { $0 }),
  rowReducer.forEach(
    state: \.listed, action: /AppAction.listed(index:action:), environment: { $0 }),
  rowReducer.optional().pullback(state: \.optional, action: \.optional, environment: { $0 })
).combined(
  with: rowReducer.pullback(
    state: (/Screen.row),
    action: AnyCasePath(embed: { $0 }, extract: { $0 }),
    environment: { $0 }
  )
  .pullback(state: \.screen, action: /AppAction.screen, environment: { $0 }))

@MainActor
@Suite struct AnyReducerTests {
  @Test func partsAreReduced() {
    let store = Store(
      initialState: AppState(optional: RowState(id: 4), screen: .row(RowState(id: 5))),
      reducer: appReducer, environment: 10)
    store.send(.row(id: 2, action: .add(1)))
    store.send(.row(id: 2, action: .later))
    store.send(.named("a", .later))
    store.send(.listed(index: 1, action: .later))
    store.send(.optional(.later))
    store.send(.screen(.later))
    expectNoDifference(
      store.state,
      AppState(
        rows: [RowState(id: 1), RowState(id: 2, count: 20)],
        named: ["a": RowState(id: 3, count: 10)],
        listed: [RowState(id: 6), RowState(id: 7, count: 10)],
        optional: RowState(id: 4, count: 10), screen: .row(RowState(id: 5, count: 10))))
  }

  @Test func anActionForNothingIsReported() async {
    let store = Store(initialState: AppState(), reducer: appReducer, environment: 1)
    for (action, message) in [
      (AppAction.row(id: 3, action: .add(1)), "there is no element with the id '3'"),
      (.named("b", .add(1)), "there is no element with the key 'b'"),
      (.listed(index: 2, action: .add(1)), "there is no element at 2: the array has 2"),
      (.listed(index: -1, action: .add(1)), "there is no element at -1: the array has 2"),
      (.optional(.add(1)), "its state is 'nil'"),
      (.screen(.add(1)), "its state is another case"),
    ] {
      await expectIssue("AnyReducerTests.swift", message, "Action: add") { store.send(action) }
    }
    #expect(store.state == AppState())
  }

  @Test func bothStylesMix() async {
    let counter = AnyReducer<Counter.State, Counter.Action, Void> { Counter() }
    let store = Store(initialState: Counter.State()) {
      Reduce(.combine(counter, counter, .empty), environment: ())
    }
    store.send(.increment)
    #expect(store.count == 2)
  }

  @Test func debugPrints() {
    let texts = LockedTexts()
    let old = Store(
      initialState: RowState(id: 1),
      reducer: rowReducer.debug("row") { texts.append($0) }, environment: 1)
    old.send(.add(1))
    old.send(.fail)
    let printed = [
      """
      row: received action:
        RowAction.add(1)
        RowState(
          id: 1,
      -   count: 0
      +   count: 1
        )

      """,
      "row: received action:\n  RowAction.fail\n  (No state changes)\n",
    ]
    expectNoDifference(texts.all, printed)

    let modern = Store(initialState: RowState(id: 1)) {
      Reduce(rowReducer, environment: 1).debug("row") { texts.append($0) }
    }
    modern.send(.add(1))
    modern.send(.fail)
    expectNoDifference(texts.all, printed + printed)
  }
}
