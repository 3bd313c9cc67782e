import Dependencies

/// Asks for a number.
struct NumberClient: Sendable {
  var fetch: @Sendable () async throws -> Int
}

extension NumberClient: TestDependencyKey {
  static var testValue: NumberClient { NumberClient { 0 } }
}

extension DependencyValues {
  var numberClient: NumberClient {
    get { self[NumberClient.self] }
    set { self[NumberClient.self] = newValue }
  }
}
