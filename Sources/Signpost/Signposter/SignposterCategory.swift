extension Signposter {
  /// The subject of a signposter's events within its subsystem.
  ///
  /// ```swift
  /// extension Signposter.Category {
  ///   static let network: Self = "network"
  /// }
  /// ```
  public struct Category: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The name in a trace.
    public let rawValue: String

    /// Creates a category with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Creates a category with a name.
    public init(stringLiteral name: String) {
      self.init(rawValue: name)
    }

    /// Events of interest for the program as a whole.
    public static let pointsOfInterest: Self = "PointsOfInterest"
  }
}
