/// The case of an enum, given by its constructor: `/AppAction.settings`.
///
/// In the Swift 5 language mode the constructor of a case is not `Sendable`, unlike in the Swift 6
/// mode. It captures nothing in either.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@available(swift, obsoleted: 6)
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}

/// A function that returns the payload of a case, in the Swift 5 language mode:
/// `values.compactMap(/Field.title)`.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@available(swift, obsoleted: 6)
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> (Root) -> Value? {
  let path = AnyCasePath(unsafe: embed)
  return { path.extract(from: $0) }
}
