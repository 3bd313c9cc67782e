import TestSupport
import Observation
import Testing

@testable import ComposableCore

/// Reads of a store while the reducer of another one runs on the same thread.
@MainActor
@Suite struct ReadsWhileReducingTests {
  /// Sends an action to another store while it reduces.
  private struct Sender: Reducer {
    enum Action { case send }
    let body: Reduce<Int, Action>

    init(_ send: @escaping () -> Void) {
      body = Reduce { state, _ in
        state += 1
        send()
        return .none
      }
    }
  }

  private let observed = Store(initialState: ObservedLeaf(id: 1)) {
    ObservedLeafFeature(snapshots: Snapshots())
  }

  /// Registers again as soon as it is notified, before `send` returns.
  @MainActor private final class EagerObserver {
    private(set) var notifications = 0
    private let store: StoreOf<ObservedLeafFeature>

    init(_ store: StoreOf<ObservedLeafFeature>) {
      self.store = store
    }

    func register() {
      withObservationTracking {
        _ = store.number
      } onChange: {
        MainActor.assumeIsolated {
          self.notifications += 1
          self.register()
        }
      }
    }
  }

  @Test func observer_registersAgainWhileAnotherStoreReduces_isNotifiedEachTime() {
    let observer = EagerObserver(observed)
    observer.register()
    let sender = Store(initialState: 0) { Sender { observed.send(.increment) } }
    for _ in 0..<3 { sender.send(.send) }
    #expect(observer.notifications == 3)
    observed.send(.increment)
    #expect(observer.notifications == 4)
  }

  @Test func withObservationTracking_insideTheReducerOfAnotherStore_isNotified() {
    let isNotified = LockIsolated(false)
    let reader = Store(initialState: 0) {
      Sender {
        withObservationTracking {
          _ = observed.number
        } onChange: {
          isNotified.setValue(true)
        }
      }
    }
    reader.send(.send)
    observed.send(.increment)
    #expect(isNotified.value)
  }

  @Test func observer_ofAnotherStore_readsAStateOutsideOfStores() {
    let model = LockIsolated(ObservedLeaf(id: 2))
    let isNotified = LockIsolated(false)
    withObservationTracking {
      _ = observed.number
    } onChange: {
      withObservationTracking {
        _ = model.value.number
      } onChange: {
        isNotified.setValue(true)
      }
    }
    let sender = Store(initialState: 0) { Sender { observed.send(.increment) } }
    sender.send(.send)
    model.withValue { $0.number += 1 }
    #expect(isNotified.value)
  }
}
