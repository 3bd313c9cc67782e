import TextTables

/// Two parts of one recording that repeat each other, or between which packets are missing.
///
/// Parts are snapshots, chunks, and copies of them. LTTng numbers the packets of each stream, so
/// that a packet is recognized wherever it is stored, and read once.
public struct PartRelation: Codable, Sendable, Equatable {
  /// How two parts relate.
  public enum Kind: String, Codable, Sendable {
    /// Both contain the same packets.
    case same
    /// The other part contains all packets of this one.
    case contained
    /// Both contain some packets.
    case overlap
    /// Packets between the end of this part and the start of the other are in no part.
    case gap
  }

  /// How the parts relate.
  public var kind: Kind
  /// The directory of a part.
  public var part: String
  /// The directory of the other part, which starts later; for ``Kind/contained``, the larger one.
  public var other: String
  /// The number of packets that both contain, or that neither does.
  public var packets: UInt64
  /// From the first of these packets to the last.
  public var durationNs: Int64

  /// A sentence for readers.
  ///
  /// - Parameter name: The name of a directory.
  func remark(_ name: (String) -> String) -> String {
    let (part, other) = (name(part), name(other))
    let time = Units.duration(durationNs)
    let count = Units.count(packets, "packet")
    let areMissing = packets == 1 ? "is missing" : "are missing"
    return switch kind {
    case .same: "“\(other)” is a copy of “\(part)”; each event is counted once."
    case .contained: "“\(other)” contains all of “\(part)”; each event is counted once."
    case .overlap:
      "“\(part)” and “\(other)” overlap in \(count) (\(time)); each event is counted once."
    case .gap:
      "“\(part)” and “\(other)” have a gap of \(time) between them: \(count) \(areMissing)."
    }
  }

  /// The maximum number of sentences about relations of one kind.
  private static let mostRemarks = 4

  /// Sentences about relations, the most important first.
  static func remarks(_ relations: [PartRelation], name: (String) -> String) -> [String] {
    [Kind.gap, .same, .contained, .overlap].flatMap { kind in
      let all = relations.filter { $0.kind == kind }
      let rest = all.count - mostRemarks
      let remarks = all.prefix(rest > 1 ? mostRemarks : all.count).map { $0.remark(name) }
      guard rest > 1 else { return remarks }
      let what =
        switch kind {
        case .gap: "have a gap between them"
        case .same: "are the same"
        case .contained: "contain each other"
        case .overlap: "overlap"
        }
      return remarks + ["\(rest) more pairs of parts \(what); --json lists them."]
    }
  }
}
