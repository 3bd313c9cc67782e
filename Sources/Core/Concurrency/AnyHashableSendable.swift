/// Any hashable value that may cross isolations.
///
/// ```swift
/// let ids: Set<AnyHashableSendable> = [AnyHashableSendable(1), AnyHashableSendable("one")]
/// ```
public struct AnyHashableSendable: Hashable, @unchecked Sendable {
  // Unchecked: what is erased is known to be sendable.

  /// The value as what the standard library erases it to.
  @usableFromInline let erased: AnyHashable

  /// Erases the type of a value.
  @inlinable
  public init(_ base: some Hashable & Sendable) {
    if let base = base as? AnyHashableSendable {
      self = base
    } else {
      erased = AnyHashable(base)
    }
  }

  /// The value that was erased.
  public var base: any Hashable & Sendable {
    let base: any Hashable = (erased.base as? any Hashable) ?? erased
    // 'Sendable' leaves no trace at run time, so that nothing can be cast to it. 'as any' keeps the
    // value from being taken out of its box.
    return unsafeBitCast(base as any Hashable, to: (any Hashable & Sendable).self)
  }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  /// The value that was erased, so that `AnyHashable` finds both equal.
  public func _toCustomAnyHashable() -> AnyHashable? { erased }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral {
  /// Erases the type of a truth value.
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByFloatLiteral {
  /// Erases the type of a number.
  public init(floatLiteral value: Double) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByIntegerLiteral {
  /// Erases the type of a number.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByStringLiteral {
  /// Erases the type of a text.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible {
  /// The description of the value that was erased.
  public var description: String { String(describing: erased.base) }

  /// The debug description of the value that was erased.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: erased.base)))" }
}
