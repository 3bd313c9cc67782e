import CompanionSupport
import ComposableCore

/// Key paths of a generic type, which Swift would make anew each time that a literal is evaluated.
enum PathCache {
  private static let known = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  /// The case paths of one type.
  static func paths<Paths: AnyObject & Sendable>(_ make: () -> Paths) -> Paths {
    known.withLock { known in
      if let paths = known[ObjectIdentifier(Paths.self)] {
        return unsafeDowncast(paths, to: Paths.self)
      }
      let paths = make()
      known[ObjectIdentifier(Paths.self)] = paths
      return paths
    }
  }
}

/// Unchecked: key paths are never changed.
final class NodePaths<Inner: ScriptedFeature>: @unchecked Sendable {
  typealias State = Node<Inner>.State
  typealias Action = Node<Inner>.Action

  let scoped: WritableKeyPath<State, Inner.State> = \.scoped
  let choice: WritableKeyPath<State, Choice<Inner>.State> = \.choice
  let optional: WritableKeyPath<State, Inner.State?> = \.optional
  let rows: WritableKeyPath<State, IdentifiedArray<Int, State>> = \.rows
  let presented: WritableKeyPath<State, PresentationState<Choice<Node<Inner>>.State>> =
    \.$presented
  let stack: WritableKeyPath<State, StackState<State>> = \.stack
  let alert: WritableKeyPath<State, PresentationState<AlertState<Prompt>>> = \.$alert
  let bound: any WritableKeyPath<State, Int> & Sendable = \.bound
  let scopedAction: CaseKeyPath<Action, Inner.Action> = \.scoped
  let choiceAction: CaseKeyPath<Action, Choice<Inner>.Action> = \.choice
  let optionalAction: CaseKeyPath<Action, Inner.Action> = \.optional
  let rowsAction: CaseKeyPath<Action, IdentifiedAction<Int, Action>> = \.rows
  let presentedAction: CaseKeyPath<Action, PresentationAction<Choice<Node<Inner>>.Action>> =
    \.presented
  let stackAction: CaseKeyPath<Action, StackAction<State, Action>> = \.stack
  let alertAction: CaseKeyPath<Action, PresentationAction<Prompt>> = \.alert
}

/// Unchecked: key paths are never changed.
final class ChoicePaths<Content: ScriptedFeature>: @unchecked Sendable {
  let first: CaseKeyPath<Choice<Content>.State, Content.State> = \.first
  let second: CaseKeyPath<Choice<Content>.State, Content.State> = \.second
  let firstAction: CaseKeyPath<Choice<Content>.Action, Content.Action> = \.first
  let secondAction: CaseKeyPath<Choice<Content>.Action, Content.Action> = \.second
}
