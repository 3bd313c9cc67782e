import Dispatch
import Foundation

/// Standard input, read where waiting for it stops nobody else.
///
/// It is read on demand, so that what has not been asked for stays in the pipe.
struct StandardInput {
  private let queue = DispatchQueue(label: "standard input")

  /// The next line without its end, or `nil` at the end of the input.
  func line() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: readLine()) }
    }
  }

  /// The next byte, or `nil` at the end of the input.
  func byte() async -> UInt8? {
    await withCheckedContinuation { continuation in
      queue.async {
        var byte: UInt8 = 0
        var count = read(STDIN_FILENO, &byte, 1)
        while count < 0, errno == EINTR { count = read(STDIN_FILENO, &byte, 1) }
        continuation.resume(returning: count == 1 ? byte : nil)
      }
    }
  }
}
