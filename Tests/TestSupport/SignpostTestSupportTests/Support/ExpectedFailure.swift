import CompanionSupport
import ComposableCore
import Testing

/// Runs expectations of which one has to fail, in the line of `body`'s only call.
///
/// - Returns: The message of the failure.
@MainActor
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, of body: @MainActor () async -> Void
) async -> String {
  let messages = Locked<[String]>([])
  await withKnownIssue(sourceLocation: sourceLocation) {
    await body()
  } matching: { issue in
    let isHere =
      issue.sourceLocation?.fileID == sourceLocation.fileID
      && abs((issue.sourceLocation?.line ?? 0) - sourceLocation.line) <= 3
    messages.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
    return isHere
  }
  let all = messages.withLock { $0 }
  #expect(all.count == 1, sourceLocation: sourceLocation)
  return all.joined()
}
