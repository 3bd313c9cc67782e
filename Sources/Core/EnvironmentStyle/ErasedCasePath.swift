import CompanionSupport

/// A case path of any types, for operators that earlier versions gave a case path.
///
/// They would rather have the path with its types. But while the compiler looks for the types of a
/// chain of operators, a key path could still become a path of unknown types, so that each operator
/// is tried with both, and a body of six took up to half a minute. A parameter without types that
/// are unknown rejects a key path at once.
public protocol _CasePath {
  /// The payload of the case.
  associatedtype Value
}

/// The parameter of these operators.
///
/// Of a key path that is wrong for all operators, the compiler reports the mistake that it finds
/// for the one with the fewest. The further requirements make these the last: they miss four
/// protocols.
public typealias _CasePathArgument = any _CasePath & _CasePathMark1 & _CasePathMark2
  & _CasePathMark3

/// See ``_CasePathArgument``.
public protocol _CasePathMark1 {}
/// See ``_CasePathArgument``.
public protocol _CasePathMark2 {}
/// See ``_CasePathArgument``.
public protocol _CasePathMark3 {}

extension AnyCasePath: _CasePath, _CasePathMark1, _CasePathMark2, _CasePathMark3 {}

extension _CasePath {
  /// Returns the path with its types. Ends the program if it has others.
  func typed<Root, Value>(file: StaticString, line: UInt) -> AnyCasePath<Root, Value> {
    guard let path = self as? AnyCasePath<Root, Value> else {
      fail(expecting: "a case of '\(Root.self)' with '\(Value.self)'", file: file, line: line)
    }
    return path
  }

  /// `base` with a prompt whose actions are in the case. Ends the program if these are not the
  /// actions of a presentation.
  func prompt<Base: Reducer, Prompt: _EphemeralState>(
    in base: Base, at state: WritableKeyPath<Base.State, PresentationState<Prompt>>,
    source: SourcePlace
  ) -> Reduce<Base.State, Base.Action> {
    guard let actions = Value.self as? any PresentationActions.Type else {
      fail(
        expecting: "a case with a 'PresentationAction'", file: source.filePath, line: source.line)
    }
    return actions.prompt(in: base, at: state, self, source: source)
  }

  private func fail(expecting expected: String, file: StaticString, line: UInt) -> Never {
    fatalError(
      """
      The case path is a '\(Self.self)', where \(expected) is expected. Name the case by a key \
      path: then the compiler compares the types.
      """, file: file, line: line)
  }
}

/// The actions of a presentation, for any actions of the presented feature.
protocol PresentationActions {
  /// `base` with a prompt, which has no logic of its own.
  static func prompt<Base: Reducer, Prompt: _EphemeralState>(
    in base: Base, at state: WritableKeyPath<Base.State, PresentationState<Prompt>>,
    _ action: any _CasePath, source: SourcePlace
  ) -> Reduce<Base.State, Base.Action>
}

extension PresentationAction: PresentationActions {
  static func prompt<Base: Reducer, Prompt: _EphemeralState>(
    in base: Base, at state: WritableKeyPath<Base.State, PresentationState<Prompt>>,
    _ action: any _CasePath, source: SourcePlace
  ) -> Reduce<Base.State, Base.Action> {
    let action: AnyCasePath<Base.Action, Self> = action.typed(
      file: source.filePath, line: source.line)
    return Reduce(
      _PresentationReducer(
        base: base, toPresentationState: state, toPresentationAction: action,
        destination: EmptyReducer<Prompt, Action>(), source: source))
  }
}
