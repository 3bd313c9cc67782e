@_spi(Reflection) import Swift

/// The stored properties of an observable struct that do not record their readers: constants,
/// ignored properties and shared values.
///
/// Readers of such a property observe the state that holds it. An element of a collection in which
/// one differs is therefore another state for observers, although it has the id of the one before.
struct UnobservedFields {
  private struct Field {
    let offset: Int
    let size: Int
    let isPlain: Bool
    let isDifferent: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool
  }

  private let fields: [Field]
  private let arePlain: Bool

  /// Returns `nil` if a type has no such property.
  init?<State: ObservableState>(of _: State.Type) {
    var observed: Set<UInt32> = []
    _ = State._$property { _, key in
      observed.insert(key)
      return false
    }
    var fields: [Field] = []
    _forEachField(of: State.self) { name, offset, type, _ in
      func append<Value>(_: Value.Type) {
        fields.append(
          Field(
            offset: offset, size: MemoryLayout<Value>.size, isPlain: _isPOD(Value.self),
            isDifferent: ObservedLayout.of(Value.self).isDifferent))
      }
      let property = ObservedPlace.name(ofStorage: String(cString: name))
      let isObserved = !observed.isDisjoint(with: ObservedLayout.fieldKeys(of: property))
      if !isObserved, type != ObservationStateRegistrar.self { _openExistential(type, do: append) }
      return true
    }
    guard !fields.isEmpty else { return nil }
    self.fields = fields
    arePlain = fields.allSatisfy(\.isPlain)
  }

  func areDifferent(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    fields.contains { $0.isDifferent(old + $0.offset, new + $0.offset) }
  }

  /// Whether the values may have changed since a digest was taken.
  func mayDiffer(in state: UnsafeRawPointer, since digest: Int?) -> Bool {
    digest == nil || self.digest(of: state) != digest
  }

  /// A digest of the values, to compare them with later ones; `nil` if they hold references, which
  /// are not kept.
  func digest(of state: UnsafeRawPointer) -> Int? {
    guard arePlain else { return nil }
    var hasher = Hasher()
    for field in fields {
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: state + field.offset, count: field.size))
    }
    return hasher.finalize()
  }
}
