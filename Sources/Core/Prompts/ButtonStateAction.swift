public import CustomDump

/// The effect of choosing a button.
public struct ButtonStateAction<Action> {
  /// The action to send, or `nil` to only close the prompt.
  public let action: Action?

  /// Sends an action, or only closes the prompt.
  public static func send(_ action: Action?) -> Self {
    Self(action: action)
  }

  /// How the action is sent, for code that shows prompts itself.
  public enum _ActionType {
    /// The action is sent, if there is one.
    case send(Action?)
    /// The action is sent with an animation. Animations have no effect here, so there is none.
    case animatedSend(Action?, animation: Animation?)
  }

  /// How the action is sent: always `send`, as Linux has no animations.
  public var type: _ActionType { .send(action) }

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
