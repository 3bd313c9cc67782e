import CompanionSupport
public import CustomDump

/// A button of a prompt.
///
/// ```swift
/// ButtonState(role: .destructive, action: .deletionConfirmed) {
///   TextState("Delete")
/// }
/// ```
public struct ButtonState<Action>: Identifiable {
  /// Distinguishes the button from others, also from equal ones.
  public let id: PromptID
  /// The effect of choosing the button.
  public let action: ButtonStateAction<Action>
  /// The text of the button.
  public let label: TextState
  /// The role of the button.
  public let role: ButtonStateRole?

  private init(
    id: PromptID, action: ButtonStateAction<Action>, label: TextState, role: ButtonStateRole?
  ) {
    self.id = id
    self.action = action
    self.label = label
    self.role = role
  }

  /// A button with an effect when it is chosen.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(id: PromptID(), action: action, label: label(), role: role)
  }

  /// A button that sends an action when it is chosen.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(role: role, action: .send(action), label: label)
  }

  /// Calls a front end's function with the button's action.
  public func withAction<Result>(_ perform: (Action?) -> Result) -> Result {
    perform(action.action)
  }

  /// Calls a front end's function with the button's action.
  public func withAction<Result>(_ perform: (Action?) async -> Result) async -> Result {
    await perform(action.action)
  }

  /// The same button with another action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(id: id, action: action.map(transform), label: label, role: role)
  }
}

/// Distinguishes prompts and their buttons from others, also from equal ones.
public struct PromptID: Hashable, Sendable {
  private let value: UInt64

  init() {
    value = promptIDs.next()
  }
}

private let promptIDs = PromptIDs()

private final class PromptIDs: Sendable {
  private let last = Locked<UInt64>(0)

  func next() -> UInt64 {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}

extension ButtonState: Equatable where Action: Equatable {
  /// Whether both have equal texts, roles and actions.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.action == rhs.action && lhs.label == rhs.label && lhs.role == rhs.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  /// Hashes the text, the role and the action.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomDumpReflectable {
  /// The text, the role and the action.
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    children.append(("action", action))
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
