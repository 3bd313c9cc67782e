package import CCore

/// The reason for the run of an observer.
///
/// Unchecked: the texts of the action are never freed.
package struct ObserverCause: @unchecked Sendable {
  /// The root store, 0 if unknown.
  package var store: UInt64 = 0
  /// The action that changed the properties that the observer has read. Its id is 0 if it was not
  /// reported, may be one of several, or if the change was made outside of actions.
  package var action = composable_reported_action()
  /// The property that changed first, `nil` if unknown.
  package var property: ObservedPlace?
  /// The number of other properties that the observer has read, and that changed before it ran.
  package var others = 0
}
