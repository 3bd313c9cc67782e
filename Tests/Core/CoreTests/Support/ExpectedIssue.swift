import Testing

/// Runs code that has to report issues, each of which contains all of `parts`.
@MainActor
func expectIssue(
  _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation,
  by body: @MainActor () async throws -> Void
) async rethrows {
  try await withKnownIssue(sourceLocation: sourceLocation) {
    try await body()
  } matching: { issue in
    parts.allSatisfy { issue.description.contains($0) }
  }
}
