/// What an instrument asks for when an observer is about to react.
package enum ObserverReport {
  /// Nothing.
  case none
  /// A report when it has reacted.
  case untimed
  /// A report with the time that it took.
  case timed
}
