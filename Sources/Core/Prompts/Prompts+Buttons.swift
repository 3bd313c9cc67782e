// Prompts from lists of buttons, in the form of earlier versions.

extension AlertState {
  /// A button, in the form of earlier versions.
  public typealias Button = ButtonState<Action>
  /// The action of a button, in the form of earlier versions.
  public typealias ButtonAction = ButtonStateAction<Action>
  /// The role of a button, in the form of earlier versions.
  public typealias ButtonRole = ButtonStateRole

  /// Creates an alert from a list of buttons. New code uses a builder, see
  /// ``init(title:actions:message:)``.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - buttons: The buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(title: { title }, actions: { buttons }, message: message.map { text in { text } })
  }

  /// Creates an alert with at most one button. New code uses a builder, see
  /// ``init(title:actions:message:)``.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - dismissButton: The button; the one of the front end if omitted.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Creates an alert with two buttons. New code uses a builder, see
  /// ``init(title:actions:message:)``.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message.
  ///   - primaryButton: The first button.
  ///   - secondaryButton: The second button.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>,
    secondaryButton: ButtonState<Action>
  ) {
    self.init(title: title, message: message, buttons: [primaryButton, secondaryButton])
  }
}

extension ConfirmationDialogState {
  /// A button, in the form of earlier versions.
  public typealias Button = ButtonState<Action>

  /// Creates a dialog from a list of buttons. New code uses a builder, see
  /// ``init(titleVisibility:title:actions:message:)``.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - titleVisibility: Whether the title is shown.
  ///   - message: The message.
  ///   - buttons: The buttons.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.init(
      titleVisibility: titleVisibility, title: { title }, actions: { buttons },
      message: message.map { text in { text } })
  }
}

extension ButtonState {
  /// The action of a button, in the form of earlier versions.
  public typealias ButtonAction = ButtonStateAction<Action>
  /// The role of a button, in the form of earlier versions.
  public typealias Role = ButtonStateRole
  /// The action of a button, in the form of the first versions.
  public typealias Handler = ButtonStateAction<Action>

  /// A button that closes the prompt.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - action: The action that is sent.
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action>? = nil
  ) -> Self {
    Self(role: .cancel, action: action ?? .send(nil)) { label }
  }

  /// A button without a role.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - action: The action that is sent.
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action>? = nil
  ) -> Self {
    Self(action: action ?? .send(nil)) { label }
  }

  /// A button that deletes or discards.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - action: The action that is sent.
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action>? = nil
  ) -> Self {
    Self(role: .destructive, action: action ?? .send(nil)) { label }
  }
}
