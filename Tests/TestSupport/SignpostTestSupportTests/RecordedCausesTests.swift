import Scenarios
@testable import SignpostTestSupport
import TestSupport
import Testing

@Suite struct RecordedCausesTests {
  private static let nested: [SignpostEvent] = [
    .storeCreated(store: 1, parent: 0, feature: "Feature"),
    .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "outer", name: "child.start"),
    .actionBegin(action: 2, cause: 0, parent: 1, store: 1, prefix: "inner", name: "start"),
    .actionPayload(action: 2, payload: "start(\n7)"),
    .stateDiff(action: 2, text: "count"),
    .actionEnd(action: 2, stateChanged: .yes, effect: .merge),
    .budgetExceeded(
      action: 0, prefix: "", name: "F/F.swift:1", budget: .seconds(1), taken: .seconds(2)),
    .send(action: 1, cause: 0, store: 1, depth: 0, isReentrant: false, name: "child.start"),
    .actionEnd(action: 1, stateChanged: .unknown, effect: .merge),
    .budgetExceeded(
      action: 1, prefix: "outer", name: "child.start", budget: .seconds(1), taken: .seconds(2)),
    .event(id: 0, subsystem: "other", category: "other", name: "other", message: ""),
    .effectBegin(effect: 1, action: 2, prefix: "inner", name: "start"),
    .effectBegin(effect: 2, action: 2, prefix: "inner", name: "start"),
    .effectOutput(effect: 1, name: "done"),
    .effectEnd(effect: 1, outcome: .finished, outputs: 1),
    .actionBegin(action: 3, cause: 1, parent: 0, store: 1, prefix: "outer", name: "child.done"),
    .actionBegin(action: 4, cause: 1, parent: 3, store: 1, prefix: "inner", name: "done"),
    .actionEnd(action: 4, stateChanged: .no, effect: .run),
    .actionEnd(action: 3, stateChanged: .no, effect: .run),
    .effectOutput(effect: 2, name: "lost"),
    .actionBegin(action: 5, cause: 0, parent: 0, store: 1, prefix: "", name: "open"),
  ]

  @Test func textShowsWhatCausedWhat() {
    #expect(
      RecordedCauses(Self.nested).description == """
        [outer] child.start, took 2.0 seconds, with a budget of 1.0 seconds
          as [inner] start, holding start(\u{FFFD}7), state changed
            effect 1, finished
              [outer] child.done, state unchanged, returned 'run', of which nothing has begun
                as [inner] done, state unchanged, returned 'run', of which nothing has begun
            effect 2, running
              lost, sent and not processed
        open, whose reducer still runs
        """)
    #expect(RecordedCauses([]).description == "No action was recorded.")
  }

  @Test func actionsLeadToEffectsAndBack() throws {
    let causes = RecordedCauses(Self.nested)
    #expect(causes.actions.map(\.id) == [1, 2, 3, 4, 5])
    #expect(causes.actionsFromOutside.map(\.id) == [1, 5])

    let start = try #require(causes.only("child.start"))
    #expect(start.nested.map(\.id) == [2])
    #expect(start.effects.map(\.id) == [1, 2])
    #expect(start.exceededBudget == ExceededBudget(budget: .seconds(1), taken: .seconds(2)))
    #expect(start.stateChange == .unknown)
    #expect(start.effectKind == .merge)
    #expect(!start.isOpen)
    #expect(start.cause == nil)

    let inner = try #require(start.nested.first)
    #expect(inner.parent?.id == 1)
    #expect(inner.payload == "start(\n7)")
    #expect(inner.stateDifference == "count")

    let effect = try #require(causes.effects(startedBy: "start", prefix: "inner").first)
    #expect(effect.action?.id == 2)
    #expect(effect.outputs == ["done"])
    #expect(effect.actions.map(\.id) == [3])
    #expect(effect.outcome == .finished)
    #expect(causes.effects.map(\.isRunning) == [false, true])

    let done = try #require(causes.last("done"))
    #expect(done.cause?.id == 1)
    #expect(done.becauseOf.map(\.name) == ["start"])
    #expect(causes.only("open")?.isOpen == true)
  }

  @Test func actionsAreFoundByNameAndPrefix() {
    let twice = RecordedCauses([
      .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "a", name: "tap"),
      .actionBegin(action: 2, cause: 0, parent: 1, store: 1, prefix: "b", name: "tap"),
    ])
    #expect(twice.actions("tap").map(\.id) == [1, 2])
    #expect(twice.first("tap")?.id == 1)
    #expect(twice.last("tap")?.id == 2)
    #expect(twice.only("tap") == nil)
    #expect(twice.only("tap", prefix: "b")?.id == 2)
    #expect(twice.only("nap") == nil)
    #expect(twice.first("tap", prefix: "c") == nil)
  }

  /// As after `removeAll()`.
  @Test func whatBeganBeforeIsNotMadeUp() {
    let causes = RecordedCauses([
      .effectOutput(effect: 7, name: "tick"),
      .actionBegin(action: 9, cause: 7, parent: 0, store: 1, prefix: "", name: "tick"),
      .actionEnd(action: 9, stateChanged: .yes, effect: .none),
      .effectEnd(effect: 7, outcome: .finished, outputs: 3),
      .actionEnd(action: 4, stateChanged: .yes, effect: .none),
    ])
    #expect(
      causes.description == "tick, sent by an effect that was not recorded, state changed")
    #expect(causes.effects.isEmpty)
    #expect(causes.graph.irregularities.isEmpty)
  }

  /// A reducer that sends to another store causes the action, and is no wrapper around it.
  @Test func anActionInAnotherStoreIsOneOfItsOwn() throws {
    let causes = RecordedCauses([
      .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "outer"),
      .actionBegin(action: 2, cause: 0, parent: 1, store: 2, prefix: "", name: "inner"),
      .actionEnd(action: 2, stateChanged: .yes, effect: .none),
      .actionEnd(action: 1, stateChanged: .yes, effect: .none),
    ])
    #expect(causes.actionsFromOutside.map(\.name) == ["outer", "inner"])
    #expect(causes.only("inner")?.becauseOf.map(\.name) == ["outer"])
  }

  /// Two outputs, of which the first was not processed.
  @Test func whatWasLostOnItsWayIsToldApartByName() {
    let causes = RecordedCauses([
      .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "start"),
      .actionEnd(action: 1, stateChanged: .no, effect: .run),
      .effectBegin(effect: 1, action: 1, prefix: "", name: "start"),
      .effectOutput(effect: 1, name: "lost"),
      .effectOutput(effect: 1, name: "found"),
      .actionBegin(action: 2, cause: 1, parent: 0, store: 1, prefix: "", name: "found"),
      .actionEnd(action: 2, stateChanged: .no, effect: .none),
      .effectEnd(effect: 1, outcome: .cancelled, outputs: 2),
    ])
    #expect(
      causes.description == """
        start, state unchanged
          effect 1, cancelled
            lost, sent and not processed
            found, state unchanged
        """)
  }

  /// As where a reducer that is not wrapped sends on behalf of a feature.
  @Test func whatArrivedWithoutBeingSentIsThereToo() {
    let causes = RecordedCauses([
      .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "child.start"),
      .actionEnd(action: 1, stateChanged: .no, effect: .run),
      .effectBegin(effect: 1, action: 1, prefix: "child", name: "start"),
      .actionBegin(action: 2, cause: 1, parent: 0, store: 1, prefix: "", name: "hidden"),
      .actionEnd(action: 2, stateChanged: .no, effect: .none),
      .effectOutput(effect: 1, name: "end"),
      .actionBegin(action: 3, cause: 1, parent: 0, store: 1, prefix: "", name: "child.end"),
      .actionEnd(action: 3, stateChanged: .no, effect: .none),
      .effectEnd(effect: 1, outcome: .finished, outputs: 2),
      .actionBegin(action: 4, cause: 1, parent: 0, store: 1, prefix: "", name: "late"),
    ])
    #expect(
      causes.description == """
        child.start, state unchanged
          effect 1, finished
            hidden, state unchanged
            child.end, state unchanged
            late, whose reducer still runs
        """)
  }

  /// Whatever a program does, nothing of it gets lost in the tree.
  @Test(arguments: Scenario.all)
  func everyEventHasItsPlace(_ scenario: Scenario) {
    let causes = RecordedCauses(scenario.events)
    var begins = 0
    for event in scenario.events {
      switch event {
      case .actionBegin: begins += 1
      case .effectEnd(let id, let outcome, let outputs):
        let effect = causes.effects.first { $0.id == id }
        #expect(effect?.outcome == outcome)
        #expect(effect?.outputs.count == outputs)
        #expect(effect?.action != nil)
      default: break
      }
    }
    #expect(causes.actions.count == begins)
    func count(_ action: RecordedAction) -> Int {
      action.levels.count
        + action.effects.flatMap(\.actions).map(count).reduce(0, +)
    }
    #expect(causes.actionsFromOutside.map(count).reduce(0, +) == begins)
    #expect(causes.graph.irregularities.isEmpty)
  }
}
