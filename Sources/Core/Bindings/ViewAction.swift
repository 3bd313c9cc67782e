/// An action that holds the actions of its view in a case of its own.
public protocol ViewAction<ViewAction> {
  /// The actions that a view may send.
  associatedtype ViewAction
  /// The view's action as one of the feature.
  static func view(_ action: ViewAction) -> Self
}
