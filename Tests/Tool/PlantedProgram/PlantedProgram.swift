// A program whose actions take known amounts of work, for comparisons of recordings.
//
// `PLANTED=search:1.2` has the action `search` do 1.2 times its work.

import ComposableCore
import Foundation
import Signpost

struct Workshop: Reducer {
  struct State { var digest: UInt64 = 1 }

  enum Action: Int, CaseIterable {
    case tick, select, type, search, parse, sort, layout, render, loaded
  }

  /// Rounds of work of an action, on average.
  static let rounds: [Action: Double] = [
    .tick: 150, .select: 600, .type: 2_000, .search: 9_000, .parse: 20_000, .sort: 5_000,
    .layout: 12_000, .render: 30_000, .loaded: 400,
  ]

  let rounds: [Double]

  init(planted: (name: String, factor: Double)?) {
    rounds = Action.allCases.map { action in
      Self.rounds[action, default: 100] * (planted?.name == "\(action)" ? planted!.factor : 1)
    }
  }

  func rounds(of action: Action, _ random: inout UInt64) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // Between a half and three halves, so that durations of one action differ.
    let spread = 0.5 + Double(random >> 40) / Double(1 << 24)
    return Int(rounds[action.rawValue] * spread)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      var digest = state.digest
      for _ in 0..<rounds(of: action, &digest) {
        digest ^= digest << 13
        digest ^= digest >> 7
        digest ^= digest << 17
      }
      state.digest = digest
      return action == .search ? .run { await $0(.loaded) } : .none
    }
  }
}

let environment = ProcessInfo.processInfo.environment
let planted = environment["PLANTED"].map { text in
  let parts = text.split(separator: ":")
  return (name: String(parts[0]), factor: Double(parts[1])!)
}
let count = Int(environment["ROUNDS"] ?? "") ?? 1_000
let store = Store(initialState: Workshop.State()) {
  Workshop(planted: planted).signpost("workshop")
}
for _ in 0..<count {
  for action in Workshop.Action.allCases where action != .loaded && action != .search {
    store.send(action)
  }
  await store.send(.search).finish()
}
print(store.withState(\.digest))
