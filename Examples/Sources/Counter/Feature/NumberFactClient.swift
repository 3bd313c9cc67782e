import Foundation
import NumberFacts

/// Where facts about numbers come from.
struct NumberFactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension NumberFactClient {
  /// Asks a service.
  static func http(_ address: URL) -> Self {
    let request = NumberFactRequest(to: address)
    return Self { try await request.fact(about: $0) }
  }
}
