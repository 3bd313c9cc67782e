/// What the begin of an effect or the creation of a store says of its time: that it is now, or how
/// long ago it was.
struct RecordedStart {
  let isAnnounced: Bool
  /// In nanoseconds, -1 where it is not known.
  let age: Int64

  /// It starts now.
  static let new = Self(isAnnounced: false, age: 0)

  /// It has started earlier, and a session has started since.
  static func announced(age: Int64?) -> Self {
    Self(isAnnounced: true, age: age ?? -1)
  }
}
