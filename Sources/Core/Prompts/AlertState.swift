public import CustomDump

/// An alert as data: its texts, and the actions of its buttons.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete the draft?")
/// } actions: {
///   ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Cancel") }
/// } message: {
///   TextState("This can't be undone.")
/// }
/// ```
///
/// It is presented like a feature, with `ifLet`, which dismisses it after any of its actions. A
/// front end, of a window system, a terminal or a web server, shows it and sends the chosen action.
public struct AlertState<Action>: Identifiable {
  /// Distinguishes the alert from others, also from equal ones.
  public let id: PromptID
  /// The title.
  public var title: TextState
  /// The message below the title.
  public var message: TextState?
  /// The buttons. If there are none, a front end adds one that closes the alert.
  public var buttons: [ButtonState<Action>]

  private init(
    id: PromptID, title: TextState, message: TextState?, buttons: [ButtonState<Action>]
  ) {
    self.id = id
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// Describes an alert.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: PromptID(), title: title(), message: message?(), buttons: actions())
  }

  /// The same alert with other actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id, title: title, message: message, buttons: buttons.map { $0.map(transform) })
  }
}

extension AlertState: _EphemeralState {}

extension AlertState: Equatable where Action: Equatable {
  /// Whether both have equal texts and buttons.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes the texts and buttons.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  /// The texts and buttons.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
