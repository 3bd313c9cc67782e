import ComposableCore
import TestSupport

/// A feature with a child in each place that an operator embeds one in.
struct Parent<Child: LayoutFeature>: LayoutFeature {
  let child: Child
  private let hooks = Hooks()

  init(_ child: Child) { self.child = child }

  /// The parent's changes before and after its children run, for the next action.
  private final class Hooks {
    var before: ((inout State) -> Void)?
    var base: ((inout State) -> Void)?
    var after: ((inout State) -> Void)?
  }

  struct Row: Identifiable {
    let id: Int
    var state: Child.State
  }

  struct State: Sample {
    var small: UInt8 = 0
    var scope: Child.State
    var object = Tracked(0)
    var inner: Child.State
    var optional: Child.State?
    var rows: IdentifiedArrayOf<Row>
    @PresentationState var sheet: Child.State?
    var path = StackState<Child.State>()
    var caseByScope: Choice<Child.State>
    var caseByIfCaseLet: Choice<Child.State>

    var computed: Child.State {
      get { inner }
      set { inner = newValue }
    }

    static func make(_ number: Int) -> State {
      var state = State(
        scope: .make(number), inner: .make(number + 1), optional: .make(number + 2),
        rows: [], caseByScope: .child(.make(number + 3)), caseByIfCaseLet: .child(.make(number + 4))
      )
      for place in Place.allCases { state.set(place, .make(number + 5)) }
      return state
    }

    var text: String {
      let rows = rows.map { "\($0.id): \($0.state.text)" }
      return Parent.text(
        small, scope.text, object, inner.text, optional?.text, rows, sheet?.text, path.map(\.text),
        caseByScope.text, caseByIfCaseLet.text)
    }

    func get(_ place: Place) -> Child.State? {
      switch place {
      case .scope: scope
      case .computed: inner
      case .optional: optional
      case .row: rows.last?.state
      case .sheet: sheet
      case .screen: path.last
      case .caseByScope: caseByScope.child
      case .caseByIfCaseLet: caseByIfCaseLet.child
      }
    }

    /// Changes the child in a place by means of the language alone, or puts another there.
    mutating func set(_ place: Place, _ child: Child.State) {
      switch place {
      case .scope: scope = child
      case .computed: inner = child
      case .optional: optional = child
      case .row:
        if let id = rows.last?.id {
          rows[id: id]?.state = child
        } else {
          rows.append(Row(id: 0, state: child))
        }
      case .sheet: sheet = child
      case .screen:
        if let id = path.ids.last { path[id: id] = child } else { path.append(child) }
      case .caseByScope: caseByScope = .child(child)
      case .caseByIfCaseLet: caseByIfCaseLet = .child(child)
      }
    }

    mutating func clear(_ place: Place, _ number: Int) {
      switch place {
      case .scope: scope = .make(number)
      case .computed: inner = .make(number)
      case .optional: optional = nil
      case .row: rows.removeAll { _ in true }
      case .sheet: sheet = nil
      case .screen: path.removeAll()
      case .caseByScope: caseByScope = .other(number)
      case .caseByIfCaseLet: caseByIfCaseLet = .other(number)
      }
    }
  }

  private static func text(
    _ small: UInt8, _ scope: String, _ object: Tracked, _ inner: String, _ optional: String?,
    _ rows: [String], _ sheet: String?, _ path: [String], _ caseByScope: String,
    _ caseByIfCaseLet: String
  ) -> String {
    """
    {\(small) scope \(scope) \(object.text) computed \(inner) optional \(optional ?? "-") rows \(rows) \
    sheet \(sheet ?? "-") path \(path) cases \(caseByScope), \(caseByIfCaseLet)}
    """
  }

  enum Action: CasePathable {
    case parent(Edit<State>)
    case scope(Child.Action)
    case computed(Child.Action)
    case optional(Child.Action)
    case rows(IdentifiedAction<Int, Child.Action>)
    case sheet(PresentationAction<Child.Action>)
    case path(StackAction<Child.State, Child.Action>)
    case caseByScope(Child.Action)
    case caseByIfCaseLet(Child.Action)

    struct AllCasePaths: Sendable {
      var parent: AnyCasePath<Action, Edit<State>> {
        AnyCasePath(_unsafeEmbed: { .parent($0) }) {
          if case .parent(let value) = $0 { value } else { nil }
        }
      }
      var scope: AnyCasePath<Action, Child.Action> {
        AnyCasePath(_unsafeEmbed: { .scope($0) }) {
          if case .scope(let value) = $0 { value } else { nil }
        }
      }
      var computed: AnyCasePath<Action, Child.Action> {
        AnyCasePath(_unsafeEmbed: { .computed($0) }) {
          if case .computed(let value) = $0 { value } else { nil }
        }
      }
      var optional: AnyCasePath<Action, Child.Action> {
        AnyCasePath(_unsafeEmbed: { .optional($0) }) {
          if case .optional(let value) = $0 { value } else { nil }
        }
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, Child.Action>> {
        AnyCasePath(_unsafeEmbed: { .rows($0) }) {
          if case .rows(let value) = $0 { value } else { nil }
        }
      }
      var sheet: AnyCasePath<Action, PresentationAction<Child.Action>> {
        AnyCasePath(_unsafeEmbed: { .sheet($0) }) {
          if case .sheet(let value) = $0 { value } else { nil }
        }
      }
      var path: AnyCasePath<Action, StackAction<Child.State, Child.Action>> {
        AnyCasePath(_unsafeEmbed: { .path($0) }) {
          if case .path(let value) = $0 { value } else { nil }
        }
      }
      var caseByScope: AnyCasePath<Action, Child.Action> {
        AnyCasePath(_unsafeEmbed: { .caseByScope($0) }) {
          if case .caseByScope(let value) = $0 { value } else { nil }
        }
      }
      var caseByIfCaseLet: AnyCasePath<Action, Child.Action> {
        AnyCasePath(_unsafeEmbed: { .caseByIfCaseLet($0) }) {
          if case .caseByIfCaseLet(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      hooks.before.take()?(&state)
      return .none
    }
    Scope(\.self, action: \.parent) { Edit<State>.reducer() }
    Scope(\.scope, action: \.scope) { child }
    Scope(\.computed, action: \.computed) { child }
    Scope(\.caseByScope, action: \.self) { ChoiceByScope(child: child) }
    Scope(\.caseByIfCaseLet, action: \.self) { ChoiceByIfCaseLet(child: child) }
    Reduce { state, _ in
      hooks.base.take()?(&state)
      return .none
    }
    .ifLet(\.optional, action: \.optional) { child }
    .forEach(\.rows, action: \.rows) { Scope(\.state, action: \.self) { child } }
    .ifLet(\.$sheet, action: \.sheet) { child }
    .forEach(\.path, action: \.path) { child }
    Reduce { state, _ in
      hooks.after.take()?(&state)
      return .none
    }
  }

  private struct ChoiceByScope: Reducer {
    let child: Child
    @available(*, deprecated, message: "Tests `Scope` of a case, which is deprecated.")
    var body: some Reducer<Choice<Child.State>, Action> {
      Scope(state: \.child, action: \.caseByScope) { child }
    }
  }

  private struct ChoiceByIfCaseLet: Reducer {
    let child: Child
    var body: some Reducer<Choice<Child.State>, Action> {
      EmptyReducer().ifCaseLet(\.child, action: \.caseByIfCaseLet) { child }
    }
  }

  func forget() {
    hooks.before = nil
    hooks.base = nil
    hooks.after = nil
    child.forget()
  }

  // MARK: Actions

  func makeAction(_ model: inout State, _ random: inout SplitMix) -> Action {
    let place = Place.allCases.randomElement(using: &random)!
    if Int.random(in: 0..<5, using: &random) == 0 {
      let edit = makeEdit(of: place, &random)
      edit(&model)
      return .parent(Edit(apply: edit))
    }
    // Now and then the parent does something to its child, too, in one place or another.
    let hook = Int.random(in: 0..<12, using: &random)
    let edit = hook < 3 ? makeEdit(of: place, &random) : { _ in }
    // The identity of the child was determined before the action is sent.
    let (row, screen) = (model.rows.last?.id ?? 0, model.path.ids.last)
    if hook == 0 {
      hooks.before = edit
      edit(&model)
    }
    let found: Child.State? =
      switch place {
      case .row: model.rows[id: row]?.state
      case .screen: screen.flatMap { model.path[id: $0] }
      default: model.get(place)
      }
    var state: Child.State
    let childAction: Child.Action
    if let found {
      state = found
      childAction = child.makeAction(&state, &random)
    } else {
      // Unused: the ids of new elements differ from the store's.
      (state, childAction) = withDependencies {
        $0.stackElementID = StackElementIDGenerator()
      } operation: {
        var state = Child.State.make(1)
        let action = child.makeAction(&state, &random)
        return (state, action)
      }
    }
    switch (place, screen) {
    case _ where found == nil: break
    case (.row, _): model.rows[id: row]?.state = state
    case (.screen, let screen?): model.path[id: screen] = state
    default: model.set(place, state)
    }
    if hook == 1 { hooks.base = edit }
    if hook == 2 { hooks.after = edit }
    if hook == 1 || hook == 2 { edit(&model) }
    return action(at: place, childAction, row: row, screen: screen)
  }

  /// The action for the child in a place.
  func action(
    at place: Place, _ childAction: Child.Action, row: Int, screen: StackElementID?
  ) -> Action {
    switch place {
    case .scope: .scope(childAction)
    case .computed: .computed(childAction)
    case .optional: .optional(childAction)
    case .row: .rows(.element(id: row, action: childAction))
    case .sheet: .sheet(.presented(childAction))
    case .screen:
      screen.map { .path(.element(id: $0, action: childAction)) } ?? .parent(Edit { _ in })
    case .caseByScope: .caseByScope(childAction)
    case .caseByIfCaseLet: .caseByIfCaseLet(childAction)
    }
  }

  /// A change of a child by its parent.
  private func makeEdit(of place: Place, _ random: inout SplitMix) -> (inout State) -> Void {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return { $0.clear(place, number) }
    case 1:
      return {
        $0.object = Tracked(number)
        $0.small = .make(number)
      }
    case 2 where place == .row:
      return { state in
        state.rows.append(Row(id: (state.rows.ids.max() ?? 0) + 1, state: .make(number)))
      }
    case 2:
      // One child in place of another.
      return { state in
        guard let other = state.get(.scope) else { return }
        state.set(place, other)
      }
    default: return { $0.set(place, .make(number)) }
    }
  }

  // MARK: Reading

  func text(readThrough store: Store<State, Action>) -> String {
    let whole = store.state.text
    let scope = store.scope(\.scope, action: \.scope)
    let inner = store.scope(\.computed, action: \.computed)
    let optional = store.scope(\.optional, action: \.optional)
    let sheet = store.scope(\.sheet, action: \.sheet.presented)
    let rows = store.scope(\.rows, action: \.rows)
    let path = store.scope(\.path, action: \.path)
    let rowTexts = zip(rows.ids, rows).map { id, row in
      let child = row.scope(\.state, action: \.self)
      return "\(id): \(child.state.text)"
    }
    let parts = Self.text(
      store.small, child.text(readThrough: scope), store.object, child.text(readThrough: inner),
      optional.map { child.text(readThrough: $0) }, rowTexts,
      sheet.map { child.text(readThrough: $0) }, path.map { child.text(readThrough: $0) },
      store.caseByScope.text, store.withState(\.caseByIfCaseLet.text))
    precondition(parts == whole, "Stores of parts read\n\(parts)\nrather than\n\(whole)")
    return whole
  }
}

extension Choice: CasePathable {
  struct AllCasePaths: Sendable {
    var child: AnyCasePath<Choice, Child> {
      AnyCasePath(_unsafeEmbed: { .child($0) }, extract: { $0.child })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
