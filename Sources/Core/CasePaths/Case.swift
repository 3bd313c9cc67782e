/// A case of any enum with a payload of type `Value`.
///
/// ```swift
/// let edit = Case(\Destination.Cases.edit)
/// edit.extract(from: destination)   // the payload, or nil
/// ```
///
/// In a signature, prefer an ``AnyCasePath``, which names the enum as well.
///
/// An extension adds a step of its own to key paths of cases, as for the actions of a router, which
/// have an id beside them:
///
/// ```swift
/// extension Case {
///   subscript<ID: Hashable & Sendable, Action>(
///     id id: ID
///   ) -> Case<Action> where Value == (id: ID, action: Action) {
///     Case<Action>(
///       embed: { _embed((id: id, action: $0)) },
///       extract: { _extract(from: $0).flatMap { $0.id == id ? $0.action : nil } })
///   }
/// }
///
/// store.scope(\.screens[id: 1], action: \.router[id: 1])
/// ```
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  private let wrap: @Sendable (Value) -> Any
  private let unwrap: @Sendable (Any) -> Value?

  /// Describes a case.
  ///
  /// - Parameters:
  ///   - embed: Wraps a payload in the case.
  ///   - extract: Returns the payload if its argument is of the case, and `nil` otherwise.
  @preconcurrency
  public init<Root>(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    wrap = { embed($0) }
    unwrap = { ($0 as? Root).flatMap(extract) }
  }

  /// The whole value.
  public init() {
    wrap = { $0 }
    unwrap = { $0 as? Value }
  }

  /// The case that a key path names.
  public init<Root>(_ keyPath: CaseKeyPath<Root, Value>) {
    self.init(AnyCasePath(keyPath))
  }

  /// The case that a path leads to.
  public init<Root>(_ path: AnyCasePath<Root, Value>) {
    wrap = { path.embed($0) }
    unwrap = { ($0 as? Root).flatMap(path.extract) }
  }

  /// A case of the payload.
  public subscript<Next>(dynamicMember keyPath: CaseKeyPath<Value, Next>) -> Case<Next>
  where Value: CasePathable {
    appending(AnyCasePath(keyPath))
  }

  // Without the requirement on `Value`, whose conformance the closures would capture.
  private func appending<Next>(_ path: AnyCasePath<Value, Next>) -> Case<Next> {
    Case<Next>(
      embed: { [wrap] in wrap(path.embed($0)) },
      extract: { [unwrap] (root: Any) in
        guard let value = unwrap(root) else { return nil }
        return path.extract(from: value)
      })
  }

  /// Wraps `value` in the case. For steps that extensions add; see ``Case``.
  public func _embed(_ value: Value) -> Any { wrap(value) }

  /// The payload of `root`, or `nil` where `root` is of another case or another type. For steps
  /// that extensions add; see ``Case``.
  public func _extract(from root: Any) -> Value? { unwrap(root) }

  /// Wraps `value` in the case.
  public func embed(_ value: Value) -> Any { wrap(value) }

  /// The payload of `root`, or `nil` where `root` is of another case or another type.
  public func extract(from root: Any) -> Value? { unwrap(root) }
}
