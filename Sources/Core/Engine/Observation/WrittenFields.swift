import CCore

/// The observed fields that reducers have written since a store last notified its observers.
final class WrittenFields {
  // Used in the isolation of the store only.
  @exclusivity(unchecked) private var fields: [WrittenField] = []

  /// Adds fields to those that the action has written, or notifies their observers outside of an
  /// action.
  static func append(
    _ fields: [WrittenField], to frame: UnsafeMutablePointer<composable_frame>?
  ) {
    guard !fields.isEmpty else { return }
    guard let frame else {
      return ObservedFields.notifyObservers(of: fields)
    }
    frame.pointee.needs_settling = true
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

  func notifyObservers() {
    var written: [WrittenField] = []
    swap(&written, &fields)
    ObservedFields.notifyObservers(of: consume written)
  }
}
