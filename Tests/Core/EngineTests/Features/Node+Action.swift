import ComposableCore

extension Node.Action {
  init(_ route: ArraySlice<Hop>, _ order: Order) {
    let rest = route.dropFirst()
    switch route.first {
    case nil where order.form == .binding:
      let paths = PathCache.paths { NodePaths<Inner>() }
      self = .binding(.set(paths.bound, order.script))
    case nil: self = .run(Command(order))
    case .scoped: self = .scoped(Inner.Action(rest, order))
    case .optional: self = .optional(Inner.Action(rest, order))
    case .first, .second: self = .choice(Choice<Inner>.Action(route, order))
    case .presentedFirst, .presentedSecond:
      self = .presented(.presented(Choice<Node>.Action(route, order)))
    case .row(let id): self = .rows(.element(id: id, action: Self(rest, order)))
    case .alert: self = .alert(.presented(.chosen(Command(order))))
    case .screen(let number):
      self = .stack(
        .element(id: StackElementID(integerLiteral: number), action: Self(rest, order)))
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
    case .alert: self = .alert(.dismiss)
    case .row(let id):
      guard let action = Self(dismissing: rest) else { return nil }
      self = .rows(.element(id: id, action: action))
    case .screen(let number):
      guard let action = Self(dismissing: rest) else { return nil }
      self = .stack(.element(id: StackElementID(integerLiteral: number), action: action))
    default: return nil
    }
  }

  var target: (order: Order, distance: Int)? {
    let inner: (order: Order, distance: Int)? =
      switch self {
      case .run(let command): (command.order, -1)
      case .binding(let write): (Self.order(of: write), -1)
      case .scoped(let action), .optional(let action): action.target
      // An enum of features has the same level as the feature that contains it.
      case .choice(let action): action.target.map { ($0.order, $0.distance - 1) }
      case .rows(.element(_, let action)): action.target
      case .presented(.presented(let action)): action.target.map { ($0.order, $0.distance - 1) }
      case .presented(.dismiss), .alert(.dismiss): nil
      case .alert(.presented(.chosen(let command))): (command.order, 0)
      case .stack(.element(_, let action)): action.target
      case .stack(.popFrom), .stack(.push): nil
      }
    return inner.map { ($0.order, $0.distance + 1) }
  }

  private static func order(of write: BindingAction<Node.State>) -> Order {
    let paths = PathCache.paths { NodePaths<Inner>() }
    let cases = BindingAction<Node.State>.allCasePaths
    return Order(script: cases[dynamicMember: paths.bound].extract(from: write)!, form: .binding)
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
    var alert: AnyCasePath<Node.Action, PresentationAction<Prompt>> {
      AnyCasePath(_unsafeEmbed: Node.Action.alert) {
        if case .alert(let value) = $0 { value } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
