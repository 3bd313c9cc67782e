// In the Swift 5 language mode the name of a case is a function that is not `Sendable`, which it is in
// the Swift 6 mode: the same operators for such functions.

/// The case that a function makes values of: `/AppAction.settings`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@available(swift, obsoleted: 6)
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: sendable(embed))
}

/// The case of an optional enum that a function makes values of.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@available(swift, obsoleted: 6)
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root?, Value> {
  Root?.allCasePaths.some.appending(path: AnyCasePath(unsafe: sendable(embed)))
}

/// A function that returns the payload of a case: `values.compactMap(/Field.title)`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@available(swift, obsoleted: 6)
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> (Root) -> Value? {
  let path = AnyCasePath(unsafe: sendable(embed))
  return { path.extract(from: $0) }
}

extension AnyCasePath {
  /// The case that a function makes values of, with what the runtime knows of the enum.
  ///
  /// - Parameter embed: The case, as a function that wraps a payload in it. No other function will do.
  @available(swift, obsoleted: 6)
  public init(unsafe embed: @escaping (Value) -> Root) {
    self.init(unsafe: sendable(embed))
  }
}

/// The name of a case as what it is in Swift 6: it captures nothing.
private func sendable<Root, Value>(
  _ embed: @escaping (Value) -> Root
) -> @Sendable (Value) -> Root {
  let embed = UncheckedSendable(embed)
  return { embed.value($0) }
}
