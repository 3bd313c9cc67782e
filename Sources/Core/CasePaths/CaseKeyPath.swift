/// The name of a case of `Root` that holds a `Value`, written `\.child`.
///
/// It is a key path into the table of the enum's case paths. As it captures nothing, the compiler
/// makes a literal a constant: evaluating it neither allocates nor demangles a type. Like every key
/// path it can be compared, hashed, kept and handed on.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, AnyCasePath<Root, Value>
>

/// The name of a case of `Root` whose payload may be of any type.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<Root.AllCasePaths>

extension KeyPath {
  /// Wraps `value` in the case.
  ///
  /// ```swift
  /// let path: CaseKeyPath<Action, Counter.Action> = \.counter
  /// store.send(path(.incrementButtonTapped))
  /// ```
  ///
  /// A key path that is written out and called in one expression takes parentheses, as in
  /// `(\Action.Cases.counter)(value)`: without them the call would be a part of the key path.
  @inlinable
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload>, Enum: CasePathable {
    Enum.allCasePaths[keyPath: self].embed(value)
  }

  /// The value of a case that holds nothing.
  @inlinable
  public func callAsFunction<Enum>() -> Enum
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Void>, Enum: CasePathable {
    Enum.allCasePaths[keyPath: self].embed(())
  }

  /// Whether `value` is of the case, so that a `switch` may name cases without their payloads:
  /// `case \.counter:`.
  @inlinable
  public static func ~= <Enum, Payload>(pattern: KeyPath, value: Enum) -> Bool
  where Root == Enum.AllCasePaths, Value == AnyCasePath<Enum, Payload>, Enum: CasePathable {
    withUnsafePointer(to: value) { Enum.allCasePaths[keyPath: pattern].matches($0) }
  }
}

extension PartialKeyPath {
  /// Wraps `value` in the case, or returns `nil` where it is of another type than the payload.
  @_disfavoredOverload
  public func callAsFunction<Enum>(any value: Any) -> Enum?
  where Root == Enum.AllCasePaths, Enum: CasePathable {
    withTemporary(Enum.self) { root in
      let isEmbedded = Enum.erasedCasePath(self)?.embed(any: value, at: root) ?? false
      return isEmbedded ? root.move() : nil
    }
  }
}
