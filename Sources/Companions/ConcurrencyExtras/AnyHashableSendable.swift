/// A type-erased hashable value that is sendable.
///
/// ```swift
/// let ids: Set<AnyHashableSendable> = [AnyHashableSendable(1), AnyHashableSendable("one")]
/// ```
public struct AnyHashableSendable: Hashable, @unchecked Sendable {
  // Unchecked: the erased value is known to be sendable.

  /// The value, type-erased by the standard library.
  @usableFromInline package let erased: AnyHashable

  /// Erases the type of a value.
  @inlinable
  public init(_ base: some Hashable & Sendable) {
    if let base = base as? AnyHashableSendable {
      self = base
    } else {
      erased = AnyHashable(base)
    }
  }

  /// Erases a value whose type is erased as an existential, as in
  /// `values.map(AnyHashableSendable.init)`.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) {
    func erased(_ base: some Hashable & Sendable) -> Self { Self(base) }
    self = erased(base)
  }

  /// The erased value.
  public var base: any Hashable & Sendable {
    let base: any Hashable = (erased.base as? any Hashable) ?? erased
    // 'Sendable' does not exist at run time, so a value cannot be cast to it. 'as any' keeps the
    // value from being taken out of its box.
    return unsafeBitCast(base as any Hashable, to: (any Hashable & Sendable).self)
  }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  /// The erased value, so that `AnyHashable` finds both equal.
  public func _toCustomAnyHashable() -> AnyHashable? { erased }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral {
  /// Erases the type of a Boolean.
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByFloatLiteral {
  /// Erases the type of an integer.
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
  /// Erases the type of a string.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible {
  /// The description of the erased value.
  public var description: String { String(describing: erased.base) }

  /// The debug description of the erased value.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: erased.base)))" }
}

extension AnyHashableSendable: CustomReflectable {
  /// The erased value, as in the mirror of `AnyHashable`.
  public var customMirror: Mirror { Mirror(self, children: ["value": erased.base]) }
}
