import Dispatch
import Foundation
import Observation

/// Output of a program while its screen is shown. It would overwrite the screen; it is kept here,
/// so that the screen can show its end.
@MainActor
@Observable
package final class PrintedLines {
  private static let limit = 500

  private var lines: [String] = []
  @ObservationIgnored private var unfinished: [UInt8] = []
  @ObservationIgnored private var originals: [(descriptor: Int32, copy: Int32)] = []
  @ObservationIgnored private var source: (any DispatchSourceRead)?

  private init() {}

  /// Keeps standard output from now on, and standard error if it is a terminal. ``Output``
  /// continues to write to the original standard output.
  package static func capture() throws -> PrintedLines {
    var pipe: [Int32] = [-1, -1]
    guard Foundation.pipe(&pipe) == 0 else {
      throw TerminalFailure(reason: String(cString: strerror(errno)))
    }
    _ = fcntl(pipe[0], F_SETFD, FD_CLOEXEC)
    let printed = PrintedLines()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isatty(descriptor) == 1 {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw TerminalFailure(reason: String(cString: strerror(errno))) }
      printed.originals.append((descriptor, copy))
      if descriptor == STDOUT_FILENO { Output.redirect(to: copy) }
      dup2(pipe[1], descriptor)
    }
    close(pipe[1])
    printed.source = source(of: pipe[0]) { [weak printed] bytes in
      Task { @MainActor in printed?.append(bytes) }
    }
    return printed
  }

  /// Restores the original destination of the output.
  package func release() {
    for (descriptor, copy) in originals {
      dup2(copy, descriptor)
      if descriptor == STDOUT_FILENO { Output.redirect(to: descriptor) }
      close(copy)
    }
    originals = []
    source?.cancel()
  }

  /// The last lines, as many as there is room for below a line that is left empty.
  func lines(in room: Screen.Size) -> [String] {
    guard room.rows > 2 else { return [] }
    return [""]
      + lines.suffix(room.rows - 2).map { String($0.prefix(max(room.columns, 0))) }
  }

  // Not on the main actor, as its handlers are called on a queue.
  private nonisolated static func source(
    of descriptor: Int32, _ handler: @escaping @Sendable (_ bytes: [UInt8]) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "printed lines"))
    source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return source.cancel() }
      handler(Array(bytes[..<count]))
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    return source
  }

  private func append(_ bytes: [UInt8]) {
    unfinished += bytes
    guard let end = unfinished.lastIndex(of: UInt8(ascii: "\n")) else { return }
    lines += unfinished[..<end].split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self).printable }
    lines.removeFirst(max(0, lines.count - Self.limit))
    unfinished.removeFirst(end + 1)
  }
}
