/// The variables of the environment by which `signpost extract --shrink` asks a test to shrink a
/// session.
package enum ReplayShrinkProtocol {
  /// The path of the session, which a `Replay` reads instead of its own.
  package static let session = "SIGNPOST_SHRINK_SESSION"
  /// The path for the shrunk session.
  package static let output = "SIGNPOST_SHRINK_OUTPUT"
  /// The path for the source of a test.
  package static let source = "SIGNPOST_SHRINK_SOURCE"
}
