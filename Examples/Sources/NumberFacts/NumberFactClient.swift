import ComposableCore
import Foundation

/// Where facts about numbers come from.
package struct NumberFactClient: Sendable {
  package var fetch: @Sendable (_ number: Int) async throws -> String

  package init(fetch: @escaping @Sendable (_ number: Int) async throws -> String) {
    self.fetch = fetch
  }
}

extension NumberFactClient: DependencyKey {
  package static let liveValue = Self(
    fetch: { number in
      @Dependency(\.factsAddress) var address
      return try await NumberFactRequest(to: address).fact(about: number)
    }
  )

  /// Asks a service.
  package static func http(_ address: URL) -> Self {
    let request = NumberFactRequest(to: address)
    return Self { try await request.fact(about: $0) }
  }
}

extension DependencyValues {
  package var numberFact: NumberFactClient {
    get { self[NumberFactClient.self] }
    set { self[NumberFactClient.self] = newValue }
  }

  /// The service that live clients ask. A program that starts its own says so before it makes a
  /// store.
  package var factsAddress: URL {
    get { self[FactsAddressKey.self] }
    set { self[FactsAddressKey.self] = newValue }
  }
}

private enum FactsAddressKey: DependencyKey {
  static let liveValue = URL(string: "http://numbersapi.com/") ?? URL(fileURLWithPath: "/")
}
