public import CustomDump

/// A write to one property of a feature's state, as an action.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
/// }
/// ```
///
/// ``BindingReducer`` applies it. To react to a write, match its property:
///
/// ```swift
/// case .binding(\.query):
///   return search(state.query)
/// case .binding:
///   return .none
/// ```
public struct BindingAction<Root>: Equatable, Sendable {
  /// The property that is written.
  public let keyPath: any PartialKeyPath<Root> & Sendable

  let value: any Sendable
  let write: @Sendable (inout Root) -> Void
  private let isEqual: @Sendable (any Sendable) -> Bool
  /// Records whether a reducer applied the write, for a write that a store sends.
  let receipt: BindingReceipt?

  init<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value,
    receipt: BindingReceipt? = nil
  ) {
    self.keyPath = keyPath
    self.value = value
    write = { $0[keyPath: keyPath] = value }
    isEqual = { $0 as? Value == value }
    self.receipt = receipt
  }

  /// Writes a value to a property.
  ///
  /// ```swift
  /// await store.send(.binding(.set(\.query, "blob")))
  /// ```
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath, value)
  }

  /// Whether both write equal values to the same property.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isEqual(rhs.value)
  }

  /// Whether an action writes the given property, so that a `switch` may name it:
  /// `case .binding(\.query):`.
  public static func ~= <Value>(
    keyPath: any WritableKeyPath<Root, Value> & Sendable, bindingAction: Self
  ) -> Bool {
    keyPath == bindingAction.keyPath
  }
}

extension BindingAction: CasePathable {
  /// The properties that can be written, as cases: `\.binding.query`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The writes to one property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { $0.keyPath == keyPath ? $0.value as? Value : nil })
    }
  }

  /// The properties that can be written.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension BindingAction: CustomDumpReflectable {
  /// The property and the value.
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["set": (keyPath as PartialKeyPath<Root>, value)], displayStyle: .enum)
  }
}
