import ComposableArchitecture
import Foundation
import LoopbackServer

extension DependencyValues {
  /// Where the program's own server answers. The program starts it before it makes a store.
  @DependencyEntry(liveValue: URL(fileURLWithPath: "/"))
  var studyServer: URL = URL(fileURLWithPath: "/")
}

/// Runs `body` while the server of the studies answers at the address it is given.
@MainActor
func withStudyServer<Result>(
  delay: Duration, _ body: @MainActor (_ address: URL) async throws -> Result
) async throws -> Result {
  do {
    return try await LoopbackServer.run(StudyHandler(delay: delay), body)
  } catch let failure as LoopbackServerFailure {
    throw StudyServerFailure(reason: failure.reason)
  }
}

/// Why the server of the studies does not run.
struct StudyServerFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "No server could be started on 127.0.0.1: \(reason)." }
}
