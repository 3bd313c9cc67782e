import ComposableCore

extension Node.Action {
  init(_ route: ArraySlice<Hop>, script: Int) {
    let rest = route.dropFirst()
    switch route.first {
    case nil: self = .run(script)
    case .scoped: self = .scoped(Inner.Action(rest, script: script))
    case .optional: self = .optional(Inner.Action(rest, script: script))
    case .first, .second: self = .choice(Choice<Inner>.Action(route, script: script))
    case .presentedFirst, .presentedSecond:
      self = .presented(.presented(Choice<Node>.Action(route, script: script)))
    case .row(let id): self = .rows(.element(id: id, action: Self(rest, script: script)))
    case .screen(let number):
      self = .stack(
        .element(id: StackElementID(integerLiteral: number), action: Self(rest, script: script)))
    }
  }

  /// The action by which a user dismisses the end of a route, if that is possible.
  init?(dismissing route: ArraySlice<Hop>) {
    let rest = route.dropFirst()
    switch route.first {
    case .presentedFirst where rest.isEmpty, .presentedSecond where rest.isEmpty:
      self = .presented(.dismiss)
    case .screen(let number) where rest.isEmpty:
      self = .stack(.popFrom(id: StackElementID(integerLiteral: number)))
    case .row(let id):
      guard let action = Self(dismissing: rest) else { return nil }
      self = .rows(.element(id: id, action: action))
    case .screen(let number):
      guard let action = Self(dismissing: rest) else { return nil }
      self = .stack(.element(id: StackElementID(integerLiteral: number), action: action))
    default: return nil
    }
  }

  var target: (script: Int, distance: Int)? {
    let inner: (script: Int, distance: Int)? =
      switch self {
      case .run(let script): (script, -1)
      case .scoped(let action), .optional(let action): action.target
      // An enum of features has the same level as the feature that contains it.
      case .choice(let action): action.target.map { ($0.script, $0.distance - 1) }
      case .rows(.element(_, let action)): action.target
      case .presented(.presented(let action)): action.target.map { ($0.script, $0.distance - 1) }
      case .presented(.dismiss): nil
      case .stack(.element(_, let action)): action.target
      case .stack(.popFrom), .stack(.push): nil
      }
    return inner.map { ($0.script, $0.distance + 1) }
  }

  struct AllCasePaths: Sendable {
    var scoped: AnyCasePath<Node.Action, Inner.Action> {
      AnyCasePath(_unsafeEmbed: Node.Action.scoped) {
        if case .scoped(let value) = $0 { value } else { nil }
      }
    }
    var optional: AnyCasePath<Node.Action, Inner.Action> {
      AnyCasePath(embed: Node.Action.optional) {
        if case .optional(let value) = $0 { value } else { nil }
      }
    }
    var choice: AnyCasePath<Node.Action, Choice<Inner>.Action> {
      AnyCasePath(_unsafeEmbed: Node.Action.choice) {
        if case .choice(let value) = $0 { value } else { nil }
      }
    }
    var rows: AnyCasePath<Node.Action, IdentifiedAction<Int, Node.Action>> {
      AnyCasePath(_unsafeEmbed: Node.Action.rows) {
        if case .rows(let value) = $0 { value } else { nil }
      }
    }
    var presented: AnyCasePath<Node.Action, PresentationAction<Choice<Node>.Action>> {
      AnyCasePath(_unsafeEmbed: Node.Action.presented) {
        if case .presented(let value) = $0 { value } else { nil }
      }
    }
    var stack: AnyCasePath<Node.Action, StackAction<Node.State, Node.Action>> {
      AnyCasePath(_unsafeEmbed: Node.Action.stack) {
        if case .stack(let value) = $0 { value } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
