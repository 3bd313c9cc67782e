import ComposableCore
import TestSupport

/// A feature with a state of a layout that is tested.
protocol LayoutFeature: Reducer where State: Sample {
  /// An action, and its expected change of the state.
  func makeAction(_ model: inout State, _ random: inout SplitMix) -> Action
  /// Forgets the planned change of an action that did not arrive.
  func forget()
  /// The text of the state, read through stores of all of its parts.
  @MainActor func text(readThrough store: Store<State, Action>) -> String
}

/// The change of a state by an action.
struct Edit<State> {
  let apply: (inout State) -> Void
  var startsEffect = false

  static func reducer() -> some Reducer<State, Edit<State>> {
    Reduce { state, edit in
      edit.apply(&state)
      // Identifies the child, wherever it is, from now on.
      return edit.startsEffect ? .run { _ in try await Task.never() } : .none
    }
  }
}

/// A feature whose state is an enum, one case of which is a feature.
struct CaseFeature<Root: SampleEnum, Value: Sample>: LayoutFeature {
  let path: SamplePath<Root, Value>
  /// Whether the case is embedded by `Scope` rather than by `ifCaseLet`.
  let isScope: Bool

  enum Action: CasePathable {
    case whole(Edit<Root>)
    case part(Edit<Value>)

    struct AllCasePaths: Sendable {
      var whole: AnyCasePath<Action, Edit<Root>> {
        AnyCasePath(_unsafeEmbed: { .whole($0) }) {
          if case .whole(let value) = $0 { value } else { nil }
        }
      }
      var part: AnyCasePath<Action, Edit<Value>> {
        AnyCasePath(_unsafeEmbed: { .part($0) }) {
          if case .part(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @available(*, deprecated, message: "Tests `Scope` of a case, which is deprecated.")
  var body: some Reducer<Root, Action> {
    if isScope {
      Scope(state: \SampleCases<Root>.[path], action: \.part) { Edit<Value>.reducer() }
      Scope(\.self, action: \.whole) { Edit<Root>.reducer() }
    } else {
      Scope(\.self, action: \.whole) { Edit<Root>.reducer() }
        .ifCaseLet(\SampleCases<Root>.[path], action: \.part) { Edit<Value>.reducer() }
    }
  }

  func makeAction(_ model: inout Root, _ random: inout SplitMix) -> Action {
    let number = Int.random(in: 0..<1_000_000, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      model = .make(number)
      return .whole(Edit { $0 = .make(number) })
    case 1:
      // To the case that is a feature.
      let embed = path.path
      model = embed.embed(.make(number))
      return .whole(Edit { $0 = embed.embed(.make(number)) })
    case 2:
      return .part(Edit { _ in })
    case 3:
      return .part(Edit(apply: { _ in }, startsEffect: true))
    case 4:
      // A copy of the previous value outlives the change.
      change(&model) { $0 = .make(number) }
      return .part(
        Edit {
          let before = $0
          $0 = .make(number)
          precondition(before.text == before.text)
        })
    default:
      change(&model) { $0 = .make(number) }
      return .part(Edit { $0 = .make(number) })
    }
  }

  /// Changes the payload by means of the language alone.
  private func change(_ model: inout Root, _ body: (inout Value) -> Void) {
    guard var value = path.path.extract(from: model) else { return }
    body(&value)
    model = path.path.embed(value)
  }

  func forget() {}

  func text(readThrough store: Store<Root, Action>) -> String {
    let text = store.state.text
    precondition(store.withState(\.text) == text)
    return text
  }
}
