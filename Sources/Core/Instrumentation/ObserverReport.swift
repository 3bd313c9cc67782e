/// The report that an instrument requests when an observer is about to react.
package enum ObserverReport {
  /// No report.
  case none
  /// A report after the reaction.
  case untimed
  /// A report with the duration of the reaction.
  case timed
}
