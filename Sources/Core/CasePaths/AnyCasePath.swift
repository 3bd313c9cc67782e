/// One case of an enum as a value: how to wrap a payload in it and how to get the payload out.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: @unchecked Sendable {
  // Unchecked: what comes in through the public initializer is `@Sendable`, and the paths this
  // library composes of such functions capture nothing else but types.
  @usableFromInline let _embed: (Value) -> Root
  @usableFromInline let _extract: (Root) -> Value?

  /// Describes a case.
  ///
  /// - Parameters:
  ///   - embed: Wraps a payload in the case.
  ///   - extract: Returns the payload if its argument is of the case, and `nil` otherwise.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  init(composing embed: @escaping (Value) -> Root, _ extract: @escaping (Root) -> Value?) {
    _embed = embed
    _extract = extract
  }

  /// Wraps `value` in the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    _embed(value)
  }

  /// The payload of `root`, or `nil` where `root` is of another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    _extract(root)
  }

  /// The path to a case of the payload, as in `\.destination.edit`.
  public subscript<Next>(
    dynamicMember keyPath: CaseKeyPath<Value, Next>
  ) -> AnyCasePath<Root, Next> where Value: CasePathable {
    let next = Value.allCasePaths[keyPath: keyPath]
    return AnyCasePath<Root, Next>(
      composing: { embed(next.embed($0)) },
      { extract(from: $0).flatMap(next.extract) }
    )
  }
}
