extension Signposter {
  /// What a signposter's events are about, within its subsystem.
  ///
  /// ```swift
  /// extension Signposter.Category {
  ///   static let network: Self = "network"
  /// }
  /// ```
  public struct Category: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The name, as it stands in a trace.
    public let rawValue: String

    /// Creates a category with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a category with a name.
    public init(stringLiteral name: String) {
      self.init(rawValue: name)
    }

    /// What somebody who looks at the program as a whole wants to see.
    public static let pointsOfInterest: Self = "PointsOfInterest"
  }
}
