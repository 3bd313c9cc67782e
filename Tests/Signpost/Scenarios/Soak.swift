import ComposableCore
import Foundation
import Signpost

extension Scenario {
  /// Keeps root stores, and sends them actions at a rate, one store after the other, until a signal
  /// ends the process. Each tenth action has an effect.
  ///
  /// - Parameters:
  ///   - stores: The number of stores.
  ///   - rate: The number of actions in a second.
  @MainActor
  public static func soak(stores count: Int, rate: Int) async {
    let stores = (0..<count).map { _ in
      Store(initialState: Soaked.State()) { Soaked().signpost("soak") }
    }
    FileHandle.standardOutput.write(Data("running\n".utf8))
    let start = ContinuousClock.now
    var sent = 0
    while true {
      // Late actions are made up for, so that the rate holds on a busy machine.
      let due = Int((ContinuousClock.now - start) / .seconds(1) * Double(rate))
      while sent < due {
        stores[sent % count].send(sent % 10 == 0 ? .load : .tick)
        sent += 1
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }
}

private struct Soaked: Reducer {
  struct State: Equatable { var count = 0 }

  enum Action { case load, loaded, tick }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load: return .run { await $0(.loaded) }
      case .loaded, .tick:
        state.count += 1
        return .none
      }
    }
  }
}
