import FoundationEssentials

/// The numbers that the project commits to, in a file under `Benchmarks/Thresholds`.
///
/// One line for each number that can change, sorted by name, so that differences are readable.
struct Thresholds: Codable, Equatable, Sendable {
  /// Raised when a key changes its meaning or is removed.
  static let currentSchema = 1

  /// The allocations of an operation, and their requested bytes.
  struct Memory: Codable, Equatable, Sendable {
    var allocations: Double
    var bytes: Double
    /// The number of counted operations; nil for ``CountingPass/usual``.
    var operations: Int?
  }

  /// A ratio or an exponent.
  struct Figure: Codable, Equatable, Sendable {
    var value: Double
    /// The permitted deviation; for a ratio, as a part of it.
    var tolerance: Double
  }

  var schema = Self.currentSchema
  /// By benchmark.
  var memory: [String: Memory] = [:]
  /// By figure.
  var figures: [String: Figure] = [:]
  /// By ``Results/instructionsKey(_:)``, and then by benchmark.
  var instructions: [String: [String: Double]] = [:]
}

// MARK: - Files

extension Thresholds {
  /// Reads the output of ``json()``.
  init(json: String) throws {
    self = try JSONDecoder().decode(Thresholds.self, from: Data(json.utf8))
    guard schema == Self.currentSchema else {
      throw Failure(.damagedFile, "schema \(schema) is not \(Self.currentSchema)")
    }
  }

  /// All thresholds, one on each line.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    func object(_ values: [String: some Encodable], indent: String) throws -> String {
      let lines = try values.sorted { $0.key < $1.key }.map { key, value in
        try "\(indent)  \(text(key)): \(text(value))"
      }
      return lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
    let instructions = try instructions.sorted { $0.key < $1.key }.map { key, values in
      try "    \(text(key)): \(object(values, indent: "    "))"
    }
    return try """
    {
      "figures": \(object(figures, indent: "  ")),
      "instructions": \
    \(instructions.isEmpty ? "{}" : "{\n" + instructions.joined(separator: ",\n") + "\n  }"),
      "memory": \(object(memory, indent: "  ")),
      "schema": \(schema)
    }

    """
  }
}
