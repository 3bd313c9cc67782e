import FoundationEssentials
import TraceAnalysis

/// A limit for a figure of the recordings after.
///
/// A file of them is a JSON object:
///
/// ```json
/// { "limits": [
///   { "kind": "action", "prefix": "todos", "name": "*", "metric": "p99_ns", "max": 16000000 },
///   { "kind": "effect", "name": "search", "metric": "p50_ns", "max_ratio": 1.2 }
/// ] }
/// ```
public struct ComparisonLimit: Codable, Sendable, Equatable {
  /// The kind of row; `nil` for all.
  public var kind: ComparedName.Kind?
  /// The prefix, in which `*` stands for any text; `nil` for all.
  public var prefix: String?
  /// The name, in which `*` stands for any text; `nil` for all.
  public var name: String?
  /// The figure.
  public var metric: ComparedMetric
  /// The maximum of the median over the recordings after.
  public var max: Double?
  /// The maximum ratio of after to before.
  public var maxRatio: Double?

  /// Reads a file of limits.
  ///
  /// - Throws: ``ComparisonLimitError``, with the position of the error.
  public static func read(_ json: String) throws -> [ComparisonLimit] {
    struct File: Codable {
      var limits: [ComparisonLimit]
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let limits: [ComparisonLimit]
    do {
      limits = try decoder.decode(File.self, from: Data(json.utf8)).limits
    } catch let error as DecodingError {
      throw ComparisonLimitError(error)
    }
    for (index, limit) in limits.enumerated() where limit.max == nil && limit.maxRatio == nil {
      throw ComparisonLimitError(
        description: "limit \(index + 1) has neither max nor max_ratio.")
    }
    return limits
  }

  func applies(to row: ComparedName) -> Bool {
    (kind == nil || kind == row.kind)
      && (prefix.map { NamePattern($0).matches(row.prefix) } ?? true)
      && (name.map { NamePattern($0).matches(row.name) } ?? true)
  }
}

/// An error in a file of limits.
public struct ComparisonLimitError: Error, CustomStringConvertible {
  /// The position and the problem.
  public var description: String

  init(description: String) {
    self.description = description
  }

  init(_ error: DecodingError) {
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { key in
        key.intValue.map { "limit \($0 + 1)" } ?? key.stringValue
      }
      return path.isEmpty ? "the file" : path.joined(separator: ", ")
    }
    switch error {
    case .keyNotFound(let key, let context):
      description = "\(place(context)) has no \"\(key.stringValue)\"."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      description = "\(place(context)): \(context.debugDescription)"
    @unknown default:
      description = "\(error)"
    }
  }
}
