import Foundation

/// Standard output and standard error, written at once.
package enum Output {
  /// Writes to standard output. Ends the program where nobody reads it any more.
  package static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      exit(EXIT_FAILURE)
    }
  }

  /// Tells the user what went wrong.
  package static func complain(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(program): \(message)\n".utf8))
  }

  private static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
  }
}
