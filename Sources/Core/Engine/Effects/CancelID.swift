/// The identity of a cancellation id: its type as well as its value, since different features may
/// choose equal values of different types.
struct CancelID: Hashable, Sendable {
  private let type: ObjectIdentifier
  private let value: AnyHashableSendable

  init<ID: Hashable & Sendable>(_ id: ID) {
    type = ObjectIdentifier(ID.self)
    value = AnyHashableSendable(id)
  }
}
