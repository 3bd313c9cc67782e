import Dispatch
import Foundation

/// Standard input, read on a thread that only waits for it.
///
/// Input is read on demand, so that later lines stay in the pipe.
package struct StandardInput: Sendable {
  private let queue = DispatchQueue(label: "standard input")

  package init() {}

  /// The next line without its end, or `nil` at the end of the input.
  package func line() async -> String? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: readLine()) }
    }
  }

  /// The next key. A pause distinguishes the Escape key from the start of a sequence.
  package func key(_ parser: inout KeyParser) async -> Key {
    while true {
      if parser.isUndecided, await !hasMore(within: .milliseconds(50)),
        let key = parser.takeSilence()
      {
        return key
      }
      guard let byte = await byte() else { return .endOfInput }
      if let key = parser.take(byte) { return key }
    }
  }

  private func hasMore(within time: Duration) async -> Bool {
    let milliseconds = Int32(time / .milliseconds(1))
    return await withCheckedContinuation { continuation in
      queue.async {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        continuation.resume(returning: poll(&descriptor, 1, milliseconds) == 1)
      }
    }
  }

  /// The next byte, or `nil` at the end of the input.
  package func byte() async -> UInt8? {
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
