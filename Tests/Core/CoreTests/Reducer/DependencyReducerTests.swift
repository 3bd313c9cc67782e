import ComposableCore
import Foundation
import TestSupport
import Testing

/// Notes which client its reducer and its effects see.
private struct Probe: Reducer {
  struct State: Equatable {
    var seen: [String] = []
    /// The client the state saw when it was created.
    var initial: String

    init() {
      @Dependency(\.number) var number
      initial = number.name
    }
  }
  enum Action: Equatable { case look, lookInEffect, saw(String) }

  @Dependency(\.number) var number

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .look:
        @Dependency(\.number) var local
        state.seen.append(number.name)
        if local.name != number.name { state.seen.append("locally \(local.name)") }
      case .lookInEffect:
        return .run { send in
          await Task.yield()
          await send(.saw(number.name))
        }
      case .saw(let name):
        state.seen += ["effect \(name)", "reducer \(number.name)"]
      }
      return .none
    }
  }
}

@MainActor
@Suite struct DependencyReducerTests {
  @Test func withoutOverridesTheDefaultsAreSeen() async {
    let store = Store(initialState: Probe.State()) { Probe() }
    store.send(.look)
    await store.send(.lookInEffect).finish()
    #expect(store.seen == ["test", "effect test", "reducer test"])
    #expect(store.initial == "test")
  }

  @Test func aStoreOverridesForStateReducerAndEffects() async {
    let store = Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.number.name = "store"
    }
    store.send(.look)
    await store.send(.lookInEffect).finish()
    #expect(store.initial == "store")
    #expect(store.seen == ["store", "effect store", "reducer store"])
  }

  @Test func aStoreKeepsTheDependenciesOfItsPlace() async {
    let store = withDependencies {
      $0.number.name = "outside"
    } operation: {
      Store(initialState: Probe.State()) { Probe() }
    }
    store.send(.look)
    await withDependencies {
      $0.number.name = "sender"
    } operation: {
      store.send(.look)
      await store.send(.lookInEffect).finish()
    }
    #expect(store.seen == ["outside", "outside", "effect outside", "reducer outside"])
  }

  @Test func aReducerOverridesForItselfAndItsEffects() async {
    let store = Store(initialState: Probe.State()) {
      Probe().dependency(\.number, NumberClient(name: "reducer"))
    } withDependencies: {
      $0.number.name = "store"
    }
    store.send(.look)
    await store.send(.lookInEffect).finish()
    #expect(store.seen == ["reducer", "effect reducer", "reducer reducer"])
  }

  @Test func theInnerOverrideWins() {
    let store = Store(initialState: Probe.State()) {
      Probe()
        .dependency(\.number, NumberClient(name: "inner"))
        .dependency(\.number, NumberClient(name: "outer"))
        .dependency(NumberClient(name: "outermost"))
    }
    store.send(.look)
    #expect(store.seen == ["inner"])
  }

  @Test func anOverrideByTypeIsSeen() {
    let store = Store(initialState: Probe.State()) {
      Probe().dependency(NumberClient(name: "type"))
    }
    store.send(.look)
    #expect(store.seen == ["type"])
  }

  @Test func allDependenciesMayBeReplaced() {
    var values = DependencyValues()
    values.number.name = "all"
    let store = Store(initialState: Probe.State()) { Probe().dependency(\.self, values) }
    store.send(.look)
    #expect(store.seen == ["all"])
  }

  @Test func transformsAddUpFromOutsideInAndRunForEachAction() {
    let count = LockedCount()
    let store = Store(initialState: Probe.State()) {
      Probe()
        .transformDependency(\.number) { $0.name += " inner\(count.increment())" }
        .transformDependency(\.number) { $0.name += " outer" }
    } withDependencies: {
      $0.number.name = "store"
    }
    let before = count.current
    store.send(.look)
    store.send(.look)
    #expect(
      store.seen == ["store outer inner\(before + 1)", "store outer inner\(before + 2)"])
  }

  @Test func whatAReducerOverridesEndsWithIt() async {
    let log = LockedTexts()
    struct Family: Reducer {
      struct State: Equatable { var child = Probe.State() }
      enum Action: CasePathable {
        case child(Probe.Action)
        struct AllCasePaths: Sendable {
          var child: AnyCasePath<Action, Probe.Action> {
            AnyCasePath(embed: Action.child) {
              if case .child(let value) = $0 { value } else { nil }
            }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      let log: LockedTexts
      @Dependency(\.number) var number
      var body: some ReducerOf<Self> {
        Scope(\.child, action: \.child) {
          Probe().dependency(\.number, NumberClient(name: "child"))
        }
        Reduce { _, _ in
          @Dependency(\.number) var local
          log.append("\(number.name) \(local.name)")
          return .none
        }
      }
    }
    let store = Store(initialState: Family.State()) { Family(log: log) }
    await store.send(.child(.lookInEffect)).finish()
    #expect(store.child.seen == ["effect child", "reducer child"])
    // The action that the child's effect sent is none of the child's until it reaches the child.
    #expect(log.all == ["test test", "test test"])
  }

  @Test func effectsOfOtherStoresKeepTheirDependencies() async {
    let inner = Store(initialState: Probe.State()) { Probe() }
    let outer = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .run { _ in await inner.send(.lookInEffect).finish() }
      }
    } withDependencies: {
      $0.number.name = "outer"
    }
    await outer.send(1).finish()
    #expect(outer.state == 1)
    #expect(inner.seen == ["effect test", "reducer test"])
    inner.send(.look)
    #expect(inner.seen.last == "test")
  }

  @Test func dependenciesOfAStoreAreNotThoseOfItsSender() {
    let store = Store(initialState: Probe.State()) { Probe() }
    let other = Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.number.name = "other"
    }
    withDependencies {
      $0.number.name = "sender"
    } operation: {
      _ = store.send(.look)
      _ = other.send(.look)
    }
    #expect(store.seen == ["test"])
    #expect(other.seen == ["other"])
  }

  @Test func changedDependenciesAreSeenByTheNextAction() {
    final class Values { var name = "one" }
    struct Changing: Reducer {
      let values: Values
      let probe = Probe()
      func reduce(into state: inout Probe.State, action: Probe.Action) -> Effect<Probe.Action> {
        withDependencies {
          $0.number.name = values.name
        } operation: {
          probe._reduce(into: &state, action: action)
        }
      }
    }
    let values = Values()
    let store = Store(initialState: Probe.State()) { Changing(values: values) }
    store.send(.look)
    values.name = "two"
    store.send(.look)
    #expect(store.seen.filter { !$0.hasPrefix("locally") } == ["one", "two"])
  }

  @Test func aConstantOverrideFollowsTheOtherDependencies() {
    final class Values { var name = "one" }
    struct Interface: Reducer {
      @Dependency(\.interface.name) var interface
      @Dependency(\.number.name) var number
      func reduce(into state: inout [String], action: Bool) -> Effect<Bool> {
        state.append("\(interface) \(number)")
        return .none
      }
    }
    struct Changing: Reducer {
      let values: Values
      let base: PreparedReducer<[String], Bool>
      init(_ values: Values) {
        self.values = values
        base = Interface().dependency(\.number, NumberClient(name: "fixed"))._prepare()
      }
      func reduce(into state: inout [String], action: Bool) -> Effect<Bool> {
        withDependencies {
          $0.interface.name = values.name
        } operation: {
          base(&state, action)
        }
      }
    }
    let values = Values()
    let store = Store(initialState: [String]()) { Changing(values) }
    store.send(true)
    values.name = "two"
    store.send(true)
    store.send(true)
    #expect(store.state == ["one fixed", "two fixed", "two fixed"])
  }

  @Test func overridesOfOneStoreAreNotSeenByAnother() {
    let one = Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.number.name = "1"
    }
    let two = Store(initialState: Probe.State()) {
      Probe()
    } withDependencies: {
      $0.number.name = "2"
    }
    one.send(.look)
    two.send(.look)
    one.send(.look)
    #expect(one.seen == ["1", "1"])
    #expect(two.seen == ["2"])
  }

  @Test func anErrorHandlerSeesTheDependenciesOfItsEffect() async {
    struct Failure: Error {}
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "start" else { return .none }
        return .run { _ in
          throw Failure()
        } catch: { _, send in
          @Dependency(\.number.name) var name
          await send(name)
        }
      }
      .dependency(\.number, NumberClient(name: "handler"))
    }
    await store.send("start").finish()
    #expect(store.state == ["start", "handler"])
  }

  @Test func aFeatureThatUsesAClockAndAnID() async {
    struct Reminders: Reducer {
      struct State: Equatable { var ids: [UUID] = [] }
      enum Action { case addButtonTapped, added(UUID) }
      @Dependency(\.continuousClock) var clock
      @Dependency(\.uuid) var uuid
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .addButtonTapped:
            return .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.added(uuid()))
            }
          case .added(let id):
            state.ids.append(id)
            return .none
          }
        }
      }
    }
    let clock = TestClock()
    let store = Store(initialState: Reminders.State()) {
      Reminders()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
    let first = store.send(.addButtonTapped)
    await clock.arrival()
    await clock.advance(by: .milliseconds(999))
    #expect(store.ids == [])
    await clock.advance(by: .milliseconds(1))
    await first.finish()
    #expect(store.ids == [UUID(0)])
    let second = store.send(.addButtonTapped)
    await clock.arrival()
    await clock.run()
    await second.finish()
    #expect(store.ids == [UUID(0), UUID(1)])
  }
}
