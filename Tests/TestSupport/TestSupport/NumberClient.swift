package import ComposableDependencies

/// A dependency with all values.
package struct NumberClient: Equatable, DependencyKey {
  package var name: String
  package var fetch: @Sendable () -> Int

  package init(name: String, fetch: @escaping @Sendable () -> Int = { 0 }) {
    self.name = name
    self.fetch = fetch
  }

  package static var liveValue: Self { Self(name: "live") }
  package static var previewValue: Self { Self(name: "preview") }
  package static var testValue: Self { Self(name: "test") }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
}

extension DependencyValues {
  package var number: NumberClient {
    get { self[NumberClient.self] }
    set { self[NumberClient.self] = newValue }
  }
}

/// A dependency with only a live value.
package struct LiveOnlyClient: DependencyKey {
  package var name: String

  package init(name: String = "live") {
    self.name = name
  }

  package static var liveValue: Self { Self() }
}

extension DependencyValues {
  package var liveOnly: LiveOnlyClient {
    get { self[LiveOnlyClient.self] }
    set { self[LiveOnlyClient.self] = newValue }
  }
}

/// A dependency whose live value is in a module that is not there.
package struct InterfaceClient: TestDependencyKey {
  package var name: String

  package init(name: String = "test") {
    self.name = name
  }

  package static var testValue: Self { Self() }
}

extension DependencyValues {
  package var interface: InterfaceClient {
    get { self[InterfaceClient.self] }
    set { self[InterfaceClient.self] = newValue }
  }
}
