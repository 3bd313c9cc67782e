/// An action that keeps what a view may send in a case of its own.
public protocol ViewAction<ViewAction> {
  /// What the view may send.
  associatedtype ViewAction
  /// The view's action as one of the feature.
  static func view(_ action: ViewAction) -> Self
}
