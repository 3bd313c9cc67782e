/// The contents of a ``WhatIfReport``.
public struct WhatIfOptions: Sendable, Equatable {
  /// Selects paths: names and prefixes select the action that a path starts with. Changes apply to
  /// the whole recording.
  public var filter = TraceFilter()

  /// A report of all paths.
  public init() {}
}
