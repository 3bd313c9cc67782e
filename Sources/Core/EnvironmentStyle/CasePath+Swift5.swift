/// The case that a function makes values of: `/AppAction.settings`.
///
/// In the Swift 5 language mode the name of a case is a function that is not `Sendable`, which it is in
/// the Swift 6 mode. It captures nothing in either.
///
/// - Parameter embed: The case, as a function that wraps a payload in it.
@available(swift, obsoleted: 6)
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}
