import ComposableArchitecture
import NumberFacts

extension NumberFactClient {
  /// Facts that take a second of `clock`; multiples of 7 have none.
  static func slow(_ clock: TestClock<Duration>) -> Self {
    Self { number in
      try await clock.sleep(for: .seconds(1))
      guard !number.isMultiple(of: 7) else { throw NumberFactFailure.other("no fact") }
      return "about \(number)"
    }
  }
}
