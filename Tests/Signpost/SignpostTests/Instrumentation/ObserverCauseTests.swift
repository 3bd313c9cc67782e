import ComposableCore
import Observation
import Signpost
import TestSupport
import Testing

/// The reasons that recorded observers run for.
@MainActor
@Suite struct ObserverCauseTests {
  /// Runs an observer, and returns the causes of its runs: action, property, number of others.
  ///
  /// - Parameters:
  ///   - read: The reads of the observer.
  ///   - steps: Actions; the observer runs after each of them.
  private func causes<State, Action>(
    of store: @MainActor () -> Store<State, Action>,
    read: @escaping @MainActor @Sendable (Store<State, Action>) -> Void,
    after steps: [@MainActor (Store<State, Action>) -> Void]
  ) async -> [String] {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = store()
      let gates = Gates()
      let runs = LockIsolated(0)
      let token = observe {
        read(store)
        gates.open("run \(runs.withValue { $0 += 1; return $0 })")
      }
      for step in steps {
        let run = runs.value + 1
        step(store)
        await gates.pass("run \(run)")
      }
      token.cancel()
    }
    return texts(recorder)
  }

  private func texts(_ recorder: SignpostRecorder) -> [String] {
    var names = [0: "no action"]
    return recorder.events.compactMap { event in
      switch event {
      case .actionBegin(let action, _, _, _, let prefix, let name):
        names[action] = "[\(prefix)] \(name)"
        return nil
      case .observeBegin(_, _, let action, let property, let others):
        return "\(names[action] ?? "an unknown action"): "
          + (property.isEmpty ? "unknown" : property) + (others > 0 ? " and \(others)" : "")
      default: return nil
      }
    }
  }

  private static func house() -> StoreOf<HouseFeature> {
    Store(initialState: House(rooms: [Room(id: 0), Room(id: 1)])) {
      HouseFeature().signpost("house")
    }
  }

  private static func first() -> StoreOf<HouseFeature> {
    Store(initialState: House()) { HouseFeature().signpost("first") }
  }

  private static func unwrapped() -> StoreOf<HouseFeature> {
    Store(initialState: House()) { HouseFeature() }
  }

  private static func shed() -> StoreOf<Shed> {
    Store(initialState: Shed.State()) { Shed().signpost("shed") }
  }

  // MARK: Observable states

  @Test func observe_fieldIsAssigned_namesActionAndField() async {
    let causes = await causes(
      of: Self.house, read: { _ = $0.title },
      after: [
        { $0.send(.rename("a")) },
        {
          $0.send(.nothing); $0.send(.rename("b"))
        },
      ])
    #expect(causes == ["[house] rename: House.title", "[house] rename: House.title"])
  }

  @Test func observe_severalFieldsChange_namesTheFirstAndCountsTheOthers() async {
    let causes = await causes(
      of: Self.house, read: { _ = ($0.count, $0.title) },
      after: [{ $0.send(.renameAndCount("a", 1)) }, { $0.send(.count(2)) }])
    #expect(causes == ["[house] renameAndCount: House.title and 1", "[house] count: House.count"])
  }

  @Test func observe_fieldThatIsNotReadChanges_doesNotCount() async {
    let causes = await causes(
      of: Self.house, read: { _ = $0.count }, after: [{ $0.send(.renameAndCount("a", 1)) }])
    #expect(causes == ["[house] renameAndCount: House.count"])
  }

  @Test func observe_actionsSettleTogether_namesTheFirstChange() async {
    let causes = await causes(
      of: Self.house, read: { _ = ($0.count, $0.title) }, after: [{ $0.send(.both("a", 1)) }])
    #expect(causes == ["[house] rename: House.title and 1"])
  }

  @Test func observe_actionsBeforeTheRun_namesTheFirstChange() async {
    let causes = await causes(
      of: Self.house, read: { _ = ($0.count, $0.title) },
      after: [
        {
          $0.send(.count(1)); $0.send(.rename("a")); $0.send(.rename("b"))
        }
      ])
    #expect(causes == ["[house] count: House.count and 1"])
  }

  @Test func observe_fieldOfChildChanges_namesTheChild() async {
    let causes = await causes(
      of: Self.house, read: { _ = $0.room.count }, after: [{ $0.send(.countInRoom) }])
    #expect(causes == ["[house] countInRoom: Room.count"])
  }

  @Test func observe_optionalChildIsPresentedAndChanges_namesParentThenChild() async {
    let causes = await causes(
      of: Self.house, read: { _ = $0.guest?.name },
      after: [{ $0.send(.welcome) }, { $0.send(.nameGuest("Blob")) }])
    #expect(causes == ["[house] welcome: House.guest", "[house] nameGuest: Room.name"])
  }

  @Test func observe_collectionChanges_namesCollectionOrElement() async {
    let causes = await causes(
      of: Self.house, read: { store in for room in store.rooms { _ = room.count } },
      after: [
        { $0.send(.addRoom) }, { $0.send(.countInRooms) }, { $0.send(.clearAndLoad) },
      ])
    #expect(
      causes == [
        "[house] addRoom: House.rooms", "[house] countInRooms: Room.count and 2",
        "[house] clearAndLoad: House.rooms",
      ])
  }

  @Test func observe_stateIsReplaced_namesAField() async {
    let causes = await causes(
      of: Self.house, read: { _ = $0.title }, after: [{ $0.send(.restore(House(title: "a"))) }])
    #expect(causes == ["[house] restore: House.title"])
  }

  @Test func observe_anotherStoreProcessesTheAction_namesTheStoresOwn() async {
    let other = Self.house()
    let causes = await causes(
      of: Self.first,
      read: { _ = ($0.title, other.count) },
      after: [{ _ in other.send(.count(1)) }, { $0.send(.rename("a")) }])
    #expect(causes == ["[house] count: House.count", "[first] rename: House.title"])
  }

  @Test func observe_storeWithoutWrapper_namesTheFieldAlone() async {
    let causes = await causes(
      of: Self.unwrapped, read: { _ = $0.title },
      after: [{ $0.send(.rename("a")) }])
    #expect(causes == ["no action: House.title"])
  }

  @Test func observe_changeOutsideOfActions_namesTheFieldAlone() async {
    let house = LockIsolated(House())
    let causes = await causes(
      of: Self.house, read: { _ in _ = house.value.title },
      after: [{ _ in house.withValue { $0.title = "a" } }])
    #expect(causes == ["no action: House.title"])
  }

  /// An object that is no state.
  @Observable
  fileprivate final class Cursor {
    var row = 0
  }

  @Test func observe_anotherObjectChangesFirst_namesTheFirstKnownChange() async {
    let cursor = Cursor()
    let causes = await causes(
      of: Self.house, read: { _ = (cursor.row, $0.count, $0.title) },
      after: [
        { _ in cursor.row += 1 },
        { store in
          cursor.row += 1
          store.send(.renameAndCount("a", 1))
        },
      ])
    #expect(causes == ["no action: unknown", "[house] renameAndCount: House.title and 1"])
  }

  @Test func observe_firstRun_isNotRecorded() async {
    let causes = await causes(of: Self.house, read: { _ = $0.title }, after: [])
    #expect(causes.isEmpty)
  }

  @Test func observe_isCancelledAfterTheChange_leavesNothingPending() async {
    let recorder = SignpostRecorder()
    recorder.record {
      let store = Self.house()
      let token = observe { _ = store.title }
      store.send(.rename("a"))
      token.cancel()
    }
    let causes = await causes(
      of: Self.house, read: { _ = $0.title }, after: [{ $0.send(.rename("b")) }])
    #expect(texts(recorder).isEmpty)
    #expect(causes == ["[house] rename: House.title"])
  }

  // MARK: Shared values

  private struct Counting: Reducer {
    struct State: Equatable { @Shared var count: Int }
    enum Action { case increment }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }

  @Test func observe_sharedValueChanges_namesActionAndType() async {
    @Shared(value: 0) var count
    let shared = $count
    func store() -> StoreOf<Counting> {
      Store(initialState: Counting.State(count: shared)) { Counting().signpost("counting") }
    }
    let causes = await causes(
      of: store, read: { _ in _ = shared.wrappedValue },
      after: [{ $0.send(.increment) }, { _ in shared.withLock { $0 += 1 } }])
    #expect(causes == ["[counting] increment: Int", "no action: Int"])
  }

  // MARK: Plain states

  @Test func observe_plainPropertyChanges_namesItsKeyPath() async {
    let causes = await causes(
      of: Self.shed, read: { _ = $0.count },
      after: [
        { $0.send(.increment) },
        {
          $0.send(.nothing); $0.send(.increment)
        },
      ])
    #expect(causes == ["[shed] increment: Shed.count", "[shed] increment: Shed.count"])
  }

  @Test func observe_plainPropertyAfterForwarding_namesNoActionThatMayBeAnother() async {
    let causes = await causes(
      of: Self.shed, read: { _ = $0.count },
      after: [{ $0.send(.incrementTwice) }, { $0.send(.incrementAfterwards) }])
    #expect(causes == ["no action: Shed.count", "no action: Shed.count"])
  }

  @Test func observe_plainCollectionAndWholeState_areNamed() async {
    let tools = await causes(
      of: Self.shed, read: { _ = $0.tools }, after: [{ $0.send(.add("saw")) }])
    #expect(tools == ["[shed] add: Shed.tools"])
    let whole = await causes(
      of: Self.shed, read: { _ = $0.state.count }, after: [{ $0.send(.increment) }])
    #expect(whole == ["[shed] increment: Shed"])
  }

  @Test func observe_computedPlainProperty_isUnknown() async {
    let causes = await causes(
      of: Self.shed, read: { _ = $0.title }, after: [{ $0.send(.increment) }])
    #expect(causes == ["[shed] increment: unknown"])
  }

  @Test func observe_severalPlainProperties_namesTheFirstAndCountsTheOthers() async {
    let causes = await causes(
      of: Self.shed, read: { _ = ($0.count, $0.tools) },
      after: [
        {
          $0.send(.increment); $0.send(.add("saw"))
        }
      ])
    #expect(causes == ["[shed] increment: Shed.count and 1"])
  }
}
