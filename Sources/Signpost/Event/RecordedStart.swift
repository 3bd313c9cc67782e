/// The age field in the begin of an effect or the creation of a store: it happens now, or happened
/// earlier and is in a state dump.
struct RecordedStart {
  let isAnnounced: Bool
  /// In nanoseconds, -1 if unknown.
  let age: Int64

  /// The start is now.
  static let new = Self(isAnnounced: false, age: 0)

  /// The start was earlier, and is in the state dump for a session that has started since.
  static func announced(age: Int64?) -> Self {
    Self(isAnnounced: true, age: age ?? -1)
  }
}
