import CompanionSupport

extension AnyReducer {
  /// Lifts the reducer to optional state: it runs while the state is not `nil`.
  ///
  /// ```swift
  /// detailReducer.optional().pullback(
  ///   state: \.detail,
  ///   action: /AppAction.detail,
  ///   environment: { $0.detail }
  /// )
  /// ```
  ///
  /// An action that arrives while the state is `nil` is reported as an issue and ignored. The
  /// effects are not cancelled when the state becomes `nil`: return `Effect.cancel(id:)` from the
  /// code that clears it. Modern: `ifLet(_:action:then:)`, which cancels them.
  public func optional(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<State?, Action, Environment> {
    let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return .init { state, action, environment in
      guard state != nil else {
        source.reportMissingPart(action: action, of: "optional", missing: "its state is 'nil'")
        return .none
      }
      return run(&state!, action, environment)
    }
  }
}

extension SourcePlace {
  /// Reports an action of a child whose state is missing.
  func reportMissingPart<Action>(action: Action, of operatorName: String, missing: String) {
    report(
      """
      '\(operatorName)' at \(fileID):\(line) received an action, but \(missing).

        Action: \(ActionName.text(of: action))

      The action was ignored. This usually means one of three things:

      • A reducer that runs earlier took the state away in response to this action. List the parent's \
      reducer after this one in 'combine', so that this one runs first.

      • An effect of the part sent the action after the state was gone. Make the effect \
      'cancellable', and return 'Effect.cancel(id:)' where the state goes away: in the environment \
      style this does not happen by itself.

      • The action was sent while the state was not there. Send it only from a place that exists while \
      the state does.
      """)
  }
}
