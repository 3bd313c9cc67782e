import ReferenceEngine

/// An action for the reference engine: the steps that lead to a feature, and its event there.
struct ModelAction: Equatable, Sendable {
  var route: [Hop]
  var event: Event

  enum Event: Equatable, Sendable {
    case run(Order)
    /// Dismisses the presented child.
    case dismiss
    case dismissAlert
    case popFrom(Int)
  }

  init(_ route: some Sequence<Hop>, _ event: Event) {
    self.route = Array(route)
    self.event = event
  }

  /// The action that runs a script in the child that a route leads to. The rest of a route without
  /// such children is ignored.
  ///
  /// - Parameter level: The number of levels of features inside of each other.
  init(_ target: Target, level: Int) {
    self.init([], target.route, target.order, level: level)
  }

  /// The same from an enum of features: a step that leads to none of its cases is the first one.
  init(inChoice target: Target, level: Int) {
    let isSecond = [.second, .presentedSecond].contains(target.route.first)
    self.init(
      [isSecond ? .second : .first], target.route.dropFirst(), target.order, level: level)
  }

  private init(
    _ first: some Collection<Hop>, _ rest: some Collection<Hop>, _ order: Order, level: Int
  ) {
    var order = order
    var level = level
    var hops: [Hop] = []
    var isNode = true
    for hop in rest where level > 0 {
      hops.append(hop)
      guard hop != .alert else {
        isNode = false
        break
      }
      switch hop {
      case .scoped, .optional, .first, .second: level -= 1
      case .presentedFirst, .presentedSecond, .row, .screen, .alert: break
      }
    }
    // A leaf has no property to write to, nor has the button of an alert.
    if level == 0 || !isNode, order.form == .binding { order.form = .number }
    self.init(first + hops, .run(order))
  }

  /// The action by which a user dismisses the end of a route, if that is possible.
  init?(dismissing route: [Hop]) {
    let isPassable = route.dropLast().allSatisfy {
      switch $0 {
      case .row, .screen: true
      default: false
      }
    }
    guard isPassable else { return nil }
    switch route.last {
    case .presentedFirst, .presentedSecond: self.init(route.dropLast(), .dismiss)
    case .screen(let number): self.init(route.dropLast(), .popFrom(number))
    case .alert: self.init(route.dropLast(), .dismissAlert)
    default: return nil
    }
  }

  /// The script, and the number of features further down.
  var target: (order: Order, distance: Int)? {
    if case .run(let order) = event { (order, route.count) } else { nil }
  }

  /// The action of the feature that the first step leads to.
  private func rest(after hop: Hop) -> Self? {
    route.first == hop ? Self(route.dropFirst(), event) : nil
  }

  private func embedded(_ hop: Hop) -> Self { Self([hop] + route, event) }

  /// The actions of a child that one step leads to.
  static func child(_ hop: Hop) -> ReferenceCase<Self, Self> {
    ReferenceCase {
      $0.embedded(hop)
    } extract: {
      $0.rest(after: hop)
    }
  }

  /// The actions of the enum that is always there, whose own steps have the same names.
  static let choice = ReferenceCase<Self, Self> {
    $0
  } extract: {
    [.first, .second].contains($0.route.first) ? $0 : nil
  }

  static let rows = ReferenceCase<Self, ReferenceElementAction<Self>> {
    $0.action.embedded(.row($0.id))
  } extract: { action in
    guard case .row(let id)? = action.route.first else { return nil }
    return ReferenceElementAction(id: id, action: Self(action.route.dropFirst(), action.event))
  }

  static let presented = ReferenceCase<Self, ReferencePresentationAction<Self>> {
    guard case .presented(let action) = $0 else { return Self([], .dismiss) }
    let hop: Hop = action.route.first == .first ? .presentedFirst : .presentedSecond
    return Self([hop] + action.route.dropFirst(), action.event)
  } extract: { action in
    let rest = action.route.dropFirst()
    return switch action.route.first {
    case .presentedFirst: .presented(Self([.first] + rest, action.event))
    case .presentedSecond: .presented(Self([.second] + rest, action.event))
    case nil where action.event == .dismiss: .dismiss
    default: nil
    }
  }

  static let alert = ReferenceCase<Self, ReferencePresentationAction<Self>> {
    guard case .presented(let action) = $0 else { return Self([], .dismissAlert) }
    return action.embedded(.alert)
  } extract: { action in
    if action.route.first == .alert { return .presented(Self([], action.event)) }
    return action.route.isEmpty && action.event == .dismissAlert ? .dismiss : nil
  }

  static let stack = ReferenceCase<Self, ReferenceStackAction<Self>> {
    switch $0 {
    case .element(let id, let action): action.embedded(.screen(id))
    case .popFrom(let id): Self([], .popFrom(id))
    }
  } extract: { action in
    switch (action.route.first, action.event) {
    case (.screen(let id), _):
      .element(id: id, action: Self(action.route.dropFirst(), action.event))
    case (nil, .popFrom(let id)): .popFrom(id: id)
    default: nil
    }
  }
}
