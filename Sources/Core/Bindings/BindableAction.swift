/// An action that can write to a property of the state.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
public protocol BindableAction<State> {
  /// The type of the state that is written to.
  associatedtype State
  /// The write as an action of the feature.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The write, where the action is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// A write to a property.
  ///
  /// ```swift
  /// store.send(.set(\.query, "blob"))
  /// ```
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// The write, found through runtime metadata of the enum: an enum with the case `binding` need
  /// not implement this.
  public var binding: BindingAction<State>? {
    withUnsafePointer(to: self) { BindingCase<Self>.shared.extractByDefault($0) }
  }
}
