/// An observable event of an explored run: an order of a program is the order of these.
package struct ExploredEvent {
  /// The number of jobs that ran before.
  package let step: Int
  /// The same for the same event in another order.
  package let identity: Int
  /// The event, for a person.
  package let text: String
  /// The index of the event that caused it, if known.
  package let cause: Int?
  /// Describes the change of the state; `nil` if the run keeps none.
  package let change: String?
  /// The names of the changed properties, if the run keeps changes.
  package let changedProperties: [String]
}
