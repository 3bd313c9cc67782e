/// Where an observer was made.
package struct ObserverIdentity: Sendable {
  /// The file that made it.
  package let fileID: StaticString
  /// The line in that file.
  package let line: UInt
  /// The nanoseconds that a reaction may take, 0 if it has no budget.
  package let budget: UInt64
}
