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

/// The actions that have written fields, and the types of the states: for instruments.
///
/// Kept beside the list of the fields, which retains them.
final class FieldChanges {
  private struct Entry {
    let action: composable_reported_action
    let type: Any.Type?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Adds fields that a reducer writes now to those of its store.
  @inline(never)
  static func note(
    _ fields: [WrittenField], of type: Any.Type?,
    in frame: UnsafeMutablePointer<composable_frame>
  ) {
    let changes: FieldChanges
    let report = composable_report_of(frame)
    if let known = report.pointee.changes {
      changes = Unmanaged<FieldChanges>.fromOpaque(known).takeUnretainedValue()
    } else {
      changes = FieldChanges()
      report.pointee.changes = Unmanaged.passRetained(changes).toOpaque()
    }
    changes.append(fields, of: type, in: frame)
  }

  static func take(from frame: UnsafeMutablePointer<composable_frame>) -> FieldChanges? {
    guard let report = frame.pointee.report, let changes = report.pointee.changes else {
      return nil
    }
    report.pointee.changes = nil
    return Unmanaged<FieldChanges>.fromOpaque(changes).takeRetainedValue()
  }

  /// Adds fields that are written now.
  func append(
    _ fields: [WrittenField], of type: Any.Type?,
    in frame: UnsafeMutablePointer<composable_frame>?
  ) {
    let action = frame.map(ObservedChange.openAction) ?? composable_reported_action()
    for field in fields {
      entries[ObjectIdentifier(field.observed)] = Entry(action: action, type: type)
    }
  }

  /// The change of a field.
  func change(of field: ObservedField, in store: UInt64) -> ObservedChange? {
    entries[ObjectIdentifier(field)].map {
      ObservedChange(
        store: store, action: $0.action,
        place: $0.type.map { ObservedPlace(type: $0, key: .field(field.field)) })
    }
  }
}
