/// A part of a recording that its export lacks.
public enum ExportRemark: Equatable, Sendable, CustomStringConvertible {
  /// The CPU profile cannot be read.
  case withoutSamples(reason: String)
  /// The recording is large, and no number of critical paths was given.
  case withoutPaths

  /// A sentence without its full stop.
  public var description: String {
    switch self {
    case .withoutSamples(let reason): "the export has no CPU samples: \(reason)"
    case .withoutPaths:
      "the export has no critical paths, as the recording is large: add them with --paths 10"
    }
  }
}
