import Dispatch
import Foundation
import TestSupport
import Testing

@testable import ComposableCore

@MainActor
@Suite struct PrintChangesTests {
  private let output = LockIsolated<[String]>([])

  private func write(_ text: String) { output.withValue { $0.append(text) } }

  @Test func actionAndDifferenceArePrinted() {
    let store = Store(initialState: Loader.State()) {
      Loader()._printChanges(.customDump { [output] text in output.withValue { $0.append(text) } })
    }
    store.send(.setCount(3))
    store.send(.stopListening)
    #expect(
      output.value == [
        """
        received action:
          Loader.Action.setCount(3)
          Loader.State(
        -   count: 0,
        +   count: 3,
            text: "",
            isLoading: false
          )

        """,
        """
        received action:
          Loader.Action.stopListening
          (No state changes)

        """,
      ])
  }

  @Test func labelsLeaveOutPayloads() {
    let store = Store(initialState: Loader.State()) {
      Loader()._printChanges(
        .actionLabels { [output] text in output.withValue { $0.append(text) } })
    }
    store.send(.setCount(3))
    #expect(output.value == ["received action: setCount"])
  }

  @Test func whoAsksForItHasChangesPrintedInAllBuilds() {
    let store = Store(initialState: Loader.State()) {
      Loader()
        .printChanges(.actionLabels { [output] text in output.withValue { $0.append(text) } })
        .printChanges(nil)
    }
    store.send(.setCount(3))
    #expect(output.value == ["received action: setCount"])
  }

  @Test func nothingIsInTheWayWithoutAPrinter() {
    let store = Store(initialState: Loader.State()) { Loader()._printChanges(nil) }
    store.send(.increment)
    #expect(store.count == 1)
  }

  @Test func effectsAndTheirActionsPass() async {
    let store = Store(initialState: Loader.State()) {
      Loader()._printChanges(
        .actionLabels { [output] text in output.withValue { $0.append(text) } })
    }
    await store.send(.chain(2)).finish()
    #expect(store.count == 0)
    #expect(output.value == Array(repeating: "received action: chain", count: 3))
  }

  @Test func queueIsWhereItIsPrinted() {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "printer")
    queue.setSpecific(key: key, value: true)
    let printer = _ReducerPrinter<Loader.State, Loader.Action>(
      printChange: { [output] action, oldState, newState in
        let isOnQueue = DispatchQueue.getSpecific(key: key) == true
        output.withValue { $0.append("\(isOnQueue) \(oldState.count) \(newState.count)") }
      }, queue: queue)
    let store = Store(initialState: Loader.State()) { Loader()._printChanges(printer) }
    store.send(.increment)
    queue.sync {}
    #expect(output.value == ["true 0 1"])
  }
}
