import CCore

/// The observed fields that reducers have written since a store last notified its observers.
final class WrittenFields {
  // Used in the isolation of the store only.
  @exclusivity(unchecked) private var fields: [WrittenField] = []

  /// Adds fields to those that the action has written, or notifies their observers outside of an
  /// action.
  ///
  /// - Parameter type: The type of the state that the fields belong to, `nil` if unknown.
  static func append(
    _ fields: [WrittenField], of type: Any.Type?,
    to frame: UnsafeMutablePointer<composable_frame>?
  ) {
    guard !fields.isEmpty else { return }
    var fields = fields
    if composable_instruments_observers() { noteChange(of: &fields, of: type, in: frame) }
    guard let frame else { return ObservedFields.notifyObservers(of: fields, in: 0) }
    frame.pointee.needs_settling = true
    if let known = frame.pointee.written {
      Unmanaged<WrittenFields>.fromOpaque(known).takeUnretainedValue().fields += fields
    } else {
      let written = WrittenFields()
      written.fields = fields
      frame.pointee.written = Unmanaged.passRetained(written).toOpaque()
    }
  }

  @inline(never)
  private static func noteChange(
    of fields: inout [WrittenField], of type: Any.Type?,
    in frame: UnsafeMutablePointer<composable_frame>?
  ) {
    let action = frame.map(ObservedChange.openAction) ?? composable_reported_action()
    for index in fields.indices {
      let key = ObservedPlace.Key.field(fields[index].observed.field)
      fields[index].change = ObservedChange(
        store: frame?.pointee.store ?? 0, action: action,
        place: type.map { ObservedPlace(type: $0, key: key) })
    }
  }

  static func take(from frame: UnsafeMutablePointer<composable_frame>) -> WrittenFields? {
    guard let written = frame.pointee.written else { return nil }
    frame.pointee.written = nil
    return Unmanaged<WrittenFields>.fromOpaque(written).takeRetainedValue()
  }

  func notifyObservers(in frame: UnsafeMutablePointer<composable_frame>) {
    var written: [WrittenField] = []
    swap(&written, &fields)
    ObservedFields.notifyObservers(of: consume written, in: frame.pointee.store)
  }
}
