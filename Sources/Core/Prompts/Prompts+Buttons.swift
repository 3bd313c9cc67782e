// Earlier spellings of prompts, whose texts and buttons are arguments rather than closures.

extension AlertState {
  /// A button of an alert.
  public typealias Button = ButtonState<Action>

  /// Describes an alert.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message below the title.
  ///   - buttons: The buttons.
  @_disfavoredOverload
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(title: { title }, actions: { buttons }, message: message.map { text in { text } })
  }

  /// Describes an alert with a button that closes it.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message below the title.
  ///   - dismissButton: The button. Without one, a front end adds it.
  public init(
    title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil
  ) {
    self.init(title: title, message: message, buttons: dismissButton.map { [$0] } ?? [])
  }

  /// Describes an alert with two buttons.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message below the title.
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
  /// A button of a dialog.
  public typealias Button = ButtonState<Action>

  /// Describes a choice, with its title shown.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The message below the title.
  ///   - buttons: The buttons.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>] = []) {
    self.init(
      title: title, titleVisibility: .automatic, message: message, buttons: buttons)
  }

  /// Describes a choice.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - titleVisibility: Whether the title is shown.
  ///   - message: The message below the title.
  ///   - buttons: The buttons.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility,
    message: TextState? = nil, buttons: [ButtonState<Action>] = []
  ) {
    self.init(
      titleVisibility: titleVisibility, title: { title }, actions: { buttons },
      message: message.map { text in { text } })
  }
}

extension ButtonState {
  /// The purpose of a button.
  public typealias Role = ButtonStateRole
  /// The action of a button.
  public typealias Handler = ButtonStateAction<Action>

  /// A button that leaves all as it is.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: The action that it sends, if any.
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// A button without a special purpose.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: The action that it sends, if any.
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// A button that destroys something.
  ///
  /// - Parameters:
  ///   - label: The text of the button.
  ///   - action: The action that it sends, if any.
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }
}
