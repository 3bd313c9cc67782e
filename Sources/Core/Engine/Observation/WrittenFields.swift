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
    guard let frame else {
      let changes = composable_instruments_observers() ? FieldChanges() : nil
      changes?.append(fields, of: type, in: nil)
      return ObservedFields.notifyObservers(of: fields, changes, in: 0)
    }
    frame.pointee.needs_settling = true
    if composable_instruments_observers() { FieldChanges.note(fields, of: type, in: frame) }
    if let known = frame.pointee.written {
      Unmanaged<WrittenFields>.fromOpaque(known).takeUnretainedValue().fields += fields
    } else {
      let written = WrittenFields()
      written.fields = fields
      frame.pointee.written = Unmanaged.passRetained(written).toOpaque()
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
    ObservedFields.notifyObservers(
      of: consume written, FieldChanges.take(from: frame), in: frame.pointee.store)
  }
}
