public import CustomDump

/// The effect of choosing a button.
public struct ButtonStateAction<Action> {
  /// The action to send, or `nil` to only close the prompt.
  public let action: Action?

  /// Sends an action, or only closes the prompt.
  public static func send(_ action: Action?) -> Self {
    Self(action: action)
  }

  /// The same with another action.
  public func map<NewAction>(
    _ transform: (Action?) -> NewAction?
  ) -> ButtonStateAction<NewAction> {
    .send(transform(action))
  }
}

extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonStateAction: CustomDumpReflectable {
  /// The action that is sent.
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["send": action.map { $0 as Any } ?? action as Any], displayStyle: .enum)
  }
}
