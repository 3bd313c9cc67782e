/// An observable event of an explored run: an order of a program is the order of these.
package struct ExploredEvent {
  /// The number of jobs that ran before.
  package let step: Int
  /// The same for the same event in another order.
  package let identity: Int
  /// The name of the action, or another description.
  let name: String
  /// The state of the feature that received the action; `nil` if the event is no action.
  let stateType: Any.Type?
  /// The index of the event that caused it, if known.
  package let cause: Int?
  /// Describes the change of the state; `nil` if the run keeps none.
  package let change: String?
  /// The names of the changed properties, if the run keeps changes.
  package let changedProperties: [String]

  /// The event, for a person. Composed when it is read, as most orders are not printed.
  package var text: String {
    stateType.map { "[\(nameOfFeature($0))] \(name)" } ?? name
  }
}
