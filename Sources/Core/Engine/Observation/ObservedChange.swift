import CCore

/// A change of one property, while its observers are notified: for instruments.
///
/// Unchecked: never changed, and its texts are never freed.
struct ObservedChange: @unchecked Sendable {
  /// The id of the root store, 0 outside of an action.
  let store: UInt64
  /// The action that changed the property. Without an id if the action was not reported, several
  /// actions may have been the one, or the change was made outside of actions.
  var action = composable_reported_action()
  /// The property, `nil` if unknown.
  var place: ObservedPlace?

  /// The change whose observers are being notified on this thread.
  static var current: ObservedChange? {
    composable_get_change()?.assumingMemoryBound(to: ObservedChange.self).pointee
  }

  /// Runs `notify`, which notifies the observers of the property.
  ///
  /// - Parameter read: The property as it is known to its observers.
  func notifying(_ read: ObservedReads.Read, _ notify: () -> Void) {
    // Observers that are notified now record this change as their first.
    let earlier = PendingReaction.all
    let outer = composable_get_change()
    withUnsafePointer(to: self) {
      composable_set_change($0)
      notify()
    }
    composable_set_change(outer)
    for reaction in earlier { reaction.append(self, of: read) }
  }

  /// The action of a store whose reducer runs, if it was reported: the innermost one, as reducers
  /// that are wrapped may be nested.
  static func openAction(
    of frame: UnsafeMutablePointer<composable_frame>
  ) -> composable_reported_action {
    let isReported = frame.pointee.report?.pointee.generation == frame.pointee.generation
    return Chains.marked(
      isReported ? composable_get_open_action() : composable_reported_action(), in: frame)
  }

  /// The action of a store that was processed since a comparison of its state, if it was the only
  /// one, and was reported.
  static func onlyAction(
    of frame: UnsafeMutablePointer<composable_frame>, since generation: UInt64
  ) -> composable_reported_action {
    guard frame.pointee.generation == generation &+ 1 else { return composable_reported_action() }
    guard let report = frame.pointee.report?.pointee,
      report.generation == frame.pointee.generation
    else { return Chains.marked(composable_reported_action(), in: frame) }
    return Chains.marked(report.action, in: frame)
  }
}
