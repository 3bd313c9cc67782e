import CCore

/// Chains of actions: a root action, its effects, the actions that these send, and so on. An
/// instrument can record some chains only, each of them whole.
package enum Chains {
  /// Stands for an action of a chain that is left out, as the cause of changes.
  package static var leftOutAction: composable_reported_action {
    composable_reported_action(id: composable_left_out_id, prefix: nil, name: nil)
  }

  /// The cause of a change: the action, or a mark of its chain if the action was not reported.
  static func marked(
    _ action: composable_reported_action, in frame: UnsafeMutablePointer<composable_frame>
  ) -> composable_reported_action {
    let chain = frame.pointee.chain
    if action.id != 0 || chain == composable_chain_undecided { return action }
    if composable_leaves_out_chain(chain) { return leftOutAction }
    return composable_reported_action(id: composable_recorded_id, prefix: nil, name: nil)
  }

  /// The chain of an action.
  ///
  /// - Parameters:
  ///   - chain: The chain of the effect or the action that has sent it, undecided if it comes from
  ///     outside of its store.
  ///   - outer: The frame of the store whose reducer has sent it, if one has.
  static func decide(
    _ rule: UnsafePointer<composable_chain_rule>, continuing chain: UInt8,
    within outer: UnsafeMutablePointer<composable_frame>?
  ) -> UInt8 {
    if chain != composable_chain_undecided { return chain }
    if let outer, outer.pointee.chain != composable_chain_undecided { return outer.pointee.chain }
    return start(rule)
  }

  /// Whether a wrapper records an action whose chain no store has decided, as the store does not
  /// know of the wrapper, or as there is no store. The outermost wrapper decides for all.
  ///
  /// - Parameters:
  ///   - frame: The frame of the store that processes the action, if one does.
  ///   - name: Returns the name of the action, which is never freed.
  @inline(never)
  package static func wrapperRecords(
    in frame: UnsafeMutablePointer<composable_frame>?, name: () -> UnsafePointer<CChar>
  ) -> Bool {
    guard let rule = composable_get_chain_rule() else { return true }
    let isOutermost = composable_get_open_action().id == 0
    let chain = start(rule)
    frame?.pointee.chain = chain
    if isOutermost, let count = rule.pointee.count {
      count(chain == composable_chain_over_rate ? name() : nil, chain)
    }
    return !composable_leaves_out_chain(chain)
  }

  /// The cause of the run of an observer, to be recorded with the chain of that cause, and by
  /// itself if the cause is unknown; `nil` if it is left out.
  package static func recorded(_ cause: ObserverCause) -> ObserverCause? {
    guard let rule = composable_get_chain_rule() else { return cause }
    switch cause.action.id {
    case composable_left_out_id: return nil
    case composable_recorded_id:
      var cause = cause
      cause.action = composable_reported_action()
      return cause
    case 0: return composable_leaves_out_chain(start(rule)) ? nil : cause
    default: return cause
    }
  }

  /// The chain of an action that starts on this thread, possibly within a reducer without a store.
  private static func start(_ rule: UnsafePointer<composable_chain_rule>) -> UInt8 {
    switch composable_get_open_action().id {
    case composable_left_out_id: composable_chain_left_out
    // A listener in the program receives all events.
    case 0: composable_has_listener() ? composable_chain_recorded : rule.pointee.start()
    default: composable_chain_recorded
    }
  }
}
