import ComposableCore

/// A dependency with all values.
struct NumberClient: Equatable, DependencyKey {
  var name: String
  var fetch: @Sendable () -> Int = { 0 }

  static var liveValue: Self { Self(name: "live") }
  static var previewValue: Self { Self(name: "preview") }
  static var testValue: Self { Self(name: "test") }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
}

extension DependencyValues {
  var number: NumberClient {
    get { self[NumberClient.self] }
    set { self[NumberClient.self] = newValue }
  }
}

/// A dependency with only a live value.
struct LiveOnlyClient: DependencyKey {
  var name = "live"
  static var liveValue: Self { Self() }
}

extension DependencyValues {
  var liveOnly: LiveOnlyClient {
    get { self[LiveOnlyClient.self] }
    set { self[LiveOnlyClient.self] = newValue }
  }
}

/// A dependency whose live value is in a module that is not there.
struct InterfaceClient: TestDependencyKey {
  var name = "test"
  static var testValue: Self { Self() }
}

extension DependencyValues {
  var interface: InterfaceClient {
    get { self[InterfaceClient.self] }
    set { self[InterfaceClient.self] = newValue }
  }
}
