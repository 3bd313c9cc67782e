import TraceAnalysis

extension Comparison {
  /// Returns the comparison as one JSON object.
  public func json() throws -> String {
    try jsonText(self)
  }
}
