import Foundation
import ReplayFile

/// The request of `signpost extract --shrink` to a test, in the environment of the test process.
struct ShrinkRequest {
  /// The session to shrink.
  let session: String
  private let output: String
  private let source: String

  /// The request of this process; `nil` if it was not started by the command.
  static var current: ShrinkRequest? {
    let environment = ProcessInfo.processInfo.environment
    guard let session = environment[ReplayShrinkProtocol.session],
      let output = environment[ReplayShrinkProtocol.output],
      let source = environment[ReplayShrinkProtocol.source]
    else { return nil }
    return ShrinkRequest(session: session, output: output, source: source)
  }

  /// Writes the answer to the files that the command reads.
  func answer(_ shrunk: ShrunkReplay) throws {
    try shrunk.write(to: output)
    try Data(shrunk.swiftSource().utf8).write(to: URL(fileURLWithPath: source), options: .atomic)
  }
}
