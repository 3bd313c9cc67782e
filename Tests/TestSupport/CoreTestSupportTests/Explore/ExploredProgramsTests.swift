import ComposableCore
import Foundation
import Testing

@testable import ComposableCoreTestSupport

/// Random programs in all orders, against a reference that enumerates them by itself.
///
/// `EXPLORE_SEED` is the first seed, and `EXPLORE_PROGRAMS` the number of programs.
@MainActor
@Suite(.serialized)
struct ExploredProgramsTests {
  @Test func explore_randomPrograms_endInTheTextsOfTheReference() async throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["EXPLORE_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...1 << 40)
    let count = environment["EXPLORE_PROGRAMS"].flatMap { UInt64($0) } ?? 8
    var complete = 0
    for seed in first..<first + count {
      let program = OrdersProgram(seed: seed)
      let expected = OrdersReference(program).texts
      let seen = SeenTexts()
      let (orders, reports) = try await issues {
        try await explore(runs: 1_500, within: nil, seed: seed) { run(program, in: $0, seen) }
      }
      let name = Comment(rawValue: "the program with the seed \(seed):\n\(program)")
      #expect(reports.isEmpty, name)
      #expect(seen.all.subtracting(expected).isEmpty, name)
      guard orders.count != nil else { continue }
      complete += 1
      #expect(expected.subtracting(seen.all).isEmpty, name)
    }
    print("explored programs: \(complete) of \(count) in all orders, the first seed is \(first)")
    // A few programs may all be too long.
    if count >= 12 { #expect(complete > 0) }
  }

  private func run(_ program: OrdersProgram, in exploration: Exploration, _ seen: SeenTexts) {
    let clock = TestClock()
    let store = Store(initialState: TextState()) {
      Reduce<TextState, OrdersProgram.Step> { state, action in
        switch action {
        case .send(let number):
          state.text += "\(number)"
          guard number < program.scripts.count else { return .none }
          let script = program.scripts[number]
          return .run { send in
            for operation in script.operations {
              switch operation {
              case .pause: await Task.yield()
              case .sleep(let seconds): try await clock.sleep(for: .seconds(seconds))
              case .send(let number): await send(.send(number))
              }
            }
          }
          .cancellable(id: script.cancelID, cancelInFlight: script.cancelsInFlight)
        case .cancel(let id):
          state.text += "c"
          return .cancel(id: id)
        case .advance: return .none
        }
      }
    }
    for step in program.steps {
      if case .advance(let seconds) = step {
        exploration.advance(clock, by: .seconds(seconds))
      } else {
        exploration.send(step, to: store)
      }
    }
    seen.insert(at: exploration) { store.text }
  }
}
