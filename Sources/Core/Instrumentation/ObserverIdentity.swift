/// The source location and the budget of an observer.
package struct ObserverIdentity: Sendable {
  /// The file that created it.
  package let fileID: StaticString
  /// The line in that file.
  package let line: UInt
  /// The budget of a reaction in nanoseconds, 0 for none.
  package let budget: UInt64
}
