@testable import ComposableCore
import Testing

/// A read of a store's state while one of its reducers runs ends the program before it touches
/// anything; the state is readable during all other work of the store.
@MainActor
@Suite struct StateAccessTests {
  nonisolated private static func makeHouse() -> @MainActor () -> StoreOf<House> {
    { Store(initialState: House.State()) { House() } }
  }

  /// Reads the whole state of a house while the reducer of one of its parts runs.
  private static func read(
    in part: (Change<Room>) -> House.Action
  ) {
    let store = makeHouse()()
    store.send(part(Change { $0.names += store.state.names }))
  }

  /// Reads the store of a house from within its own reducer, in the way that `look` defines.
  private static func read(_ look: @escaping @MainActor (StoreOf<House>) -> Void) {
    let store = makeHouse()()
    store.send(.house(Change { _ in look(store) }))
  }

  private func expectStop(
    _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("The state of a store was read while one of its reducers is running.")
        && text.contains("  State: "),
      "\(text)", sourceLocation: sourceLocation)
  }

  // MARK: Operators

  @Test func scope() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read(in: { .hall($0) })
      })
  }

  @Test func computedScope() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read(in: { .computed($0) })
      })
  }

  @Test func enumCase() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let store = Self.makeHouse()()
          store.send(.house(Change { $0.door = .numbers([1]) }))
          store.send(.door(.numbers(Change { $0.append(store.state.names.count) })))
        }
      })
  }

  @Test func optional() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read(in: { .optional($0) })
      })
  }

  @Test func element() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read(in: { .rooms(.element(id: 1, action: $0)) })
      })
  }

  @Test func presented() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read(in: { .sheet(.presented($0)) })
      })
  }

  @Test func stack() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let store = Self.makeHouse()()
          let id = store.path.ids[0]
          store.send(.path(.element(id: id, action: Change { _ in _ = store.state })))
        }
      })
  }

  // MARK: Ways to read

  @Test func property() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read { _ = $0.names }
      })
  }

  @Test func computedProperty() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read { _ = $0.computed }
      })
  }

  @Test func storeOfAPart() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        // Finding the part touches nothing, reading it does.
        await Self.read { _ = $0.scope(\.hall, action: \.hall).names }
      })
  }

  @Test func storeOfAnOptional() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read { _ = $0.scope(\.optional, action: \.optional) }
      })
  }

  @Test func storesOfElements() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read { _ = $0.scope(\.rooms, action: \.rooms) }
      })
  }

  @Test func keptStoreOfAnElement() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let store = Self.makeHouse()()
          let room = store.scope(\.rooms, action: \.rooms)[1]
          store.send(
            .house(
              Change {
                $0.rooms.removeAll { _ in room.names.isEmpty }
              }))
        }
      })
  }

  @Test func partOfAnOptional() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let store = Self.makeHouse()()
          let room = store.scope(\.optional, action: \.optional)
          // Finding a part of an optional child is a read.
          store.send(.optional(Change { _ in _ = room?.title }))
        }
      })
  }

  @Test func observer() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.read { store in _ = observe { _ = store.names } }
      })
  }

  @Test func comparisonOfASort() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let store = Self.makeHouse()()
          store.send(
            .house(Change { $0.names.sort { store.names.contains($0) && $0 < $1 } }))
        }
      })
  }

  @Test func endOfAMember() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          final class Looker {
            var look: () -> Void = {}
            deinit { look() }
          }
          let store = Store(initialState: [Looker()]) { Change<[Looker]>.reducer() }
          store.state[0].look = { MainActor.assumeIsolated { _ = store.state } }
          store.send(Change { $0 = [] })
        }
      })
  }

  @Test func storeOnAnActor() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        final class Box: @unchecked Sendable { var store: StoreActor<State, Int>? }
        struct State { var names = ["a name"] }
        let box = Box()
        let store = StoreActor(initialState: State()) {
          Reduce<State, Int> { state, _ in
            state.names += box.store?.assumeIsolated { $0.names } ?? []
            return .none
          }
        }
        box.store = store
        await store.send(0)
      })
  }

  @Test func stateOfAStoreOnAnActor() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        final class Box: @unchecked Sendable { var store: StoreActor<State, Int>? }
        struct State { var names = ["a name"] }
        let box = Box()
        let store = StoreActor(initialState: State()) {
          Reduce<State, Int> { state, _ in
            state.names += box.store?.assumeIsolated { $0.withState { $0.names } } ?? []
            return .none
          }
        }
        box.store = store
        await store.send(0)
      })
  }

  // MARK: What is allowed

  @Test func anotherStoreIsReadable() {
    let other = Self.makeHouse()()
    let store = Self.makeHouse()()
    store.send(.hall(Change { $0.names = other.names }))
    #expect(store.hall.names == other.names)
  }

  @Test func aStoreOfAPartIsMadeWithoutARead() {
    let store = Self.makeHouse()()
    var hall: Store<Room, Change<Room>>?
    store.send(.house(Change { _ in hall = store.scope(\.hall, action: \.hall) }))
    #expect(hall?.names == store.hall.names)
  }

  @Test func aStoreIsPrintedInAReducer() {
    let store = Self.makeHouse()()
    store.send(.house(Change { $0.names = [store.debugDescription, "\(store)"] }))
    #expect(store.names[0] == "StoreOf<House>")
  }

  @Test func theStateIsReadableWhileEffectsAreCancelled() async {
    let counts = LockIsolated<[Int]>([])
    let hasStarted = LockIsolated(false)
    final class Box { weak var store: Store<Int, Bool>? }
    let box = UncheckedSendable(Box())
    let store = Store<Int, Bool>(initialState: 0) {
      Reduce { state, starts in
        state += 1
        guard starts else { return .cancel(id: "stream") }
        return .run { _ in
          await withTaskCancellationHandler {
            hasStarted.setValue(true)
            try? await Task.never()
          } onCancel: {
            MainActor.assumeIsolated {
              let count = box.value.store?.state ?? -1
              counts.withValue { $0.append(count) }
            }
          }
        }
        .cancellable(id: "stream")
      }
    }
    box.value.store = store
    store.send(true)
    while !hasStarted.value { await Task.yield() }
    store.send(false)
    #expect(counts.value == [2])
  }

  @Test func theStateIsReadableByObserversOfAChange() {
    let store = Self.makeHouse()()
    var seen: [Int] = []
    withObservationTracking {
      _ = store.rooms.count
    } onChange: {
      MainActor.assumeIsolated { seen.append(store.rooms.count) }
    }
    store.send(.house(Change { $0.rooms.remove(at: 0) }))
    #expect(seen == [2])
  }

  @Test func aStoreIsReflectedWithoutItsState() {
    let store = Self.makeHouse()()
    #expect(Mirror(reflecting: store).children.isEmpty)
  }

  /// A state with a property that sends actions.
  private final class Sender {
    var send: () -> Void = {}
  }

  private struct Sending {
    var names = ["a name that is kept outside of the value"]
    let sender = Sender()
    var count: Int {
      let first = names[0]
      sender.send()
      return names.filter { $0 == first }.count
    }
  }

  @Test func anActionThatAComputedPropertySendsWaitsUntilItIsRead() {
    let store = Store(initialState: Sending()) { Change<Sending>.reducer() }
    let sender = store.sender
    #expect(store.count == 1)
    sender.send = {
      sender.send = {}
      store.send(Change { $0.names = (0..<100).map { "another name \($0), and a long one" } })
    }
    withKnownIssue {
      #expect(store.count == 1)
    } matching: { issue in
      issue.description.contains("sent to a store that is processing another one")
    }
    #expect(store.names.count == 100)
    #expect(store.count == 1)
  }
}
