import CompanionSupport
import CustomDump
import Foundation

extension TestStore {
  /// Changes the exhaustivity while an operation runs.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity for the operation.
  ///   - operation: The operation.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Changes the exhaustivity while an operation runs.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity for the operation.
  ///   - operation: The operation.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Reports an issue that an exhaustive test has to deal with, and others don't.
  func report(_ message: String, at place: SourcePlace) {
    exhaustivity.report(message, at: place)
  }
}

extension Exhaustivity {
  /// Reports a failure if the test is exhaustive, and a skipped assertion otherwise.
  func report(_ message: String, at place: SourcePlace) {
    switch self {
    case .on: place.report(message)
    case .off(showSkippedAssertions: true): SkippedAssertions.show(message, at: place)
    case .off: break
    }
  }
}

/// The destination of notes about skipped assertions.
///
/// Neither test library is used: Swift Testing counts a known issue that does not occur as a
/// failure, and XCTest on Linux has no equivalent. Both pass standard error through.
package enum SkippedAssertions {
  /// Writes a note.
  @TaskLocal package static var write: @Sendable (String) -> Void = { note in
    FileHandle.standardError.write(Data(note.utf8))
  }

  static func show(_ message: String, at place: SourcePlace) {
    write(
      "\(place.filePath):\(place.line):\(place.column): note: Skipped assertions.\n\n"
        + "\(indented(message))\n\n")
  }
}

/// The descriptions of actions, for a message.
func dump<Action>(_ actions: [Action]) -> String {
  actions.map { indented(String(customDumping: $0)) }.joined(separator: "\n")
}

/// "1 action", "2 actions".
func countOfActions<Action>(_ actions: [Action]) -> String {
  actions.count == 1 ? "1 action" : "\(actions.count) actions"
}
