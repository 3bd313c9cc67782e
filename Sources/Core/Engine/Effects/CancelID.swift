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

/// The ids around an effect, each once: an effect that starts another of the same id, as a chain of
/// concatenations does, would otherwise hand on one more at each level.
enum CancelIDs: Sendable {
  /// The common case, in which no id is hashed.
  case few([CancelID])
  case many(Set<CancelID>)

  private static let limit = 8

  init() { self = .few([]) }

  mutating func insert(_ id: CancelID) {
    switch consume self {
    case .few(var ids):
      if !ids.contains(id) { ids.append(id) }
      self = ids.count > Self.limit ? .many(Set(ids)) : .few(ids)
    case .many(var ids):
      ids.insert(id)
      self = .many(ids)
    }
  }

  func forEach(_ body: (CancelID) -> Void) {
    switch self {
    case .few(let ids): ids.forEach(body)
    case .many(let ids): ids.forEach(body)
    }
  }
}
