import TextTables

/// The description of a rule: its threshold and the reason for it.
public struct RuleDescription: Codable, Sendable, Equatable {
  /// The id, which options and configurations name.
  public var id: String
  /// The mistake in a few words.
  public var title: String
  /// The threshold.
  public var threshold: String
  /// The reason for the threshold.
  public var reason: String
  /// The usual correction.
  public var correction: String

  /// The description as text.
  public func text(_ layout: TextLayout) -> String {
    ([layout.styled(id, .heading)]
      + ["\(title).", "Threshold: \(threshold).", reason, "Do: \(correction)"].flatMap {
        layout.wrapped($0)
      })
      .joined(separator: "\n") + "\n"
  }

  /// The command that prints the description.
  var command: String { "signpost findings --rules \(id)" }
}

/// The times that people notice.
enum Experience {
  /// A display that shows 60 frames a second.
  static let frame: Int64 = 16_000_000
  /// The number of frames in a second.
  static let framesPerSecond: UInt64 = 60
  /// Longer reactions are no longer immediate.
  static let noticed: Int64 = 100_000_000
  static let second: Int64 = 1_000_000_000
}
