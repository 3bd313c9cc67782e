public import CustomDump

/// An alert as data: what it says, and what its buttons do.
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
/// front end, a window system's, a terminal's or a web server's, shows it and sends what was
/// chosen.
public struct AlertState<Action>: Identifiable {
  /// Tells the alert from others, also from equal ones.
  public let id: PromptID
  /// What the alert is about.
  public var title: TextState
  /// What more there is to say.
  public var message: TextState?
  /// What can be chosen. A front end that finds none offers to close the alert.
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
  /// Whether both say and offer the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes what the alert says and offers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  /// What the alert says and offers.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
