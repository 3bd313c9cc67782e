import Foundation
import Synchronization

/// Standard output and standard error, written at once.
package enum Output {
  private static let redirected = Mutex(STDOUT_FILENO)

  /// Standard output at the start of the program.
  static var descriptor: Int32 { redirected.withLock { $0 } }

  /// Says where standard output is found from now on, as another component owns its descriptor.
  static func redirect(to descriptor: Int32) {
    redirected.withLock { $0 = descriptor }
  }

  /// Writes to standard output. Ends the program once its reader has closed it.
  package static func write(_ text: String) {
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(
        contentsOf: Data(text.utf8))
    } catch {
      exit(EXIT_FAILURE)
    }
  }

  /// Reports an error to the user.
  package static func complain(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(program): \(message)\n".utf8))
  }

  private static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
  }
}
