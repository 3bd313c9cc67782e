import CCore

/// The actions that have written fields, and the types of the states: for instruments.
///
/// Kept beside the list of the fields, which retains them.
final class FieldChanges {
  private struct Entry {
    let action: composable_reported_action
    let type: Any.Type?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Adds fields that a reducer writes now to the changes of its store.
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
