import Foundation
public import Testing

extension Replay {
  /// The sessions of a directory, for a test with arguments:
  ///
  /// ```swift
  /// @MainActor
  /// @Test(arguments: try Replay.corpus("Sessions"))
  /// func repeatsTheSessions(_ session: Replay) async throws {
  ///   try await session.run { Feature() }
  /// }
  /// ```
  ///
  /// Each session is a case of its own, with its first difference. `signpost corpus` chooses the
  /// sessions that are worth keeping.
  ///
  /// - Parameters:
  ///   - directory: The directory. A relative path is resolved against the directory of the calling
  ///     source file, and then against the working directory.
  ///   - filePath: That source file.
  /// - Returns: The sessions of all files with the extension `jsonl`, by their names.
  /// - Throws: If the directory cannot be read, or has no session.
  public static func corpus(
    _ directory: String, filePath: StaticString = #filePath
  ) throws -> [Replay] {
    // A command has the test examine one session.
    if requestedSession != nil { return [Replay(directory, filePath: filePath)] }
    let place = Replay(directory, filePath: filePath).path
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
      .filter { $0.hasSuffix(".jsonl") }
    guard !names.isEmpty else { throw EmptyCorpus(directory: place) }
    return names.sorted().map { Replay("\(place)/\($0)", filePath: filePath) }
  }
}

extension Replay: CustomTestStringConvertible {
  /// The name of the file.
  public var testDescription: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A directory without sessions.
private struct EmptyCorpus: Error, CustomStringConvertible {
  var directory: String

  var description: String {
    "The directory “\(directory)” has no session, no file *.jsonl: write one with signpost extract."
  }
}
