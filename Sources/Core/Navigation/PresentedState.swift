/// The state of a presented feature whose type determines the reducer: a prompt has an empty one,
/// an enum of features its body.
///
/// One protocol for both: while the compiler looks for the types of a chain of operators, it tries
/// each overload that may fit, so that two of them double its work with each prompt.
public protocol _PresentedState {
  /// The type of the logic.
  associatedtype _Logic: Reducer where _Logic.State == Self
  /// The logic.
  static var _logic: _Logic { get }
}

extension Reducer {
  /// Runs the presented feature of a ``CaseReducer``, or presents a prompt, such as an alert. Each
  /// action of a prompt dismisses it.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination)
  ///   .ifLet(\.$alert, action: \.alert)
  /// ```
  ///
  /// - Parameters:
  ///   - state: The projected value of the parent's `@PresentationState` property.
  ///   - action: The case of the parent's action that holds the presentation's.
  @inlinable
  public func ifLet<ChildState: _PresentedState>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildState._Logic.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    ifLet(
      state, action: action, destination: { ChildState._logic }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
