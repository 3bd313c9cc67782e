import Dispatch
import Foundation

/// A terminal with a program on it and a test at its keyboard.
///
/// Unchecked: only the test that made it uses it, and it waits for each step.
package final class PseudoTerminal: @unchecked Sendable {
  package let process = Process()
  private let program: ExampleProgram
  private let keyboard: Int32
  private let device: Int32
  private let queue = DispatchQueue(label: "pseudo-terminal")
  private let output: any DispatchSourceRead
  /// Used on the queue.
  private var unread: [UInt8] = []
  /// Used on the queue.
  private var expectation: Expectation?
  /// Used on the queue: fails the expectation.
  private var deadline: DispatchWorkItem?
  private let end = AsyncStream<Void>.makeStream()

  private struct Expectation {
    let text: [UInt8]
    let continuation: CheckedContinuation<String, any Error>
  }

  package init(_ program: ExampleProgram, columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var keyboard: Int32 = -1
    var device: Int32 = -1
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&keyboard, &device, nil, nil, &size) == 0 else {
      throw PseudoTerminalFailure(what: "no pseudo-terminal", seen: "")
    }
    _ = fcntl(keyboard, F_SETFD, FD_CLOEXEC)
    _ = fcntl(device, F_SETFD, FD_CLOEXEC)
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    self.program = program
    self.keyboard = keyboard
    self.device = device
    // Always, as a terminal does: a program whose output is not read waits, and reads no key.
    output = DispatchSource.makeReadSource(fileDescriptor: keyboard, queue: queue)
    output.setEventHandler { [weak self] in self?.readOutput() }
    output.setCancelHandler {
      close(keyboard)
      close(device)
    }
    output.activate()
  }

  deinit {
    if process.isRunning { process.terminate() }
    output.cancel()
  }

  /// Starts the program on this terminal.
  package func start(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    process.executableURL = program.url
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }.merging(environment) { $1 }
    let terminal = FileHandle(fileDescriptor: device, closeOnDealloc: false)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    process.terminationHandler = { [end] _ in end.continuation.finish() }
    try process.start()
  }

  package func type(_ keys: String) {
    _ = Array(keys.utf8).withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
  }

  /// Changes the number of columns. The kernel signals only processes with this controlling
  /// terminal, so the program is signalled here.
  package func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    kill(process.processIdentifier, SIGWINCH)
  }

  /// Waits for the end of the program.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before, as by the time limit of a test:
  ///   a process that runs has no status, and ends the tests if it is asked for one.
  package func waitForEnd() async throws {
    for await _ in end.stream {}
    try Task.checkCancellation()
  }

  /// How a program has ended, and how it has left the terminal.
  package struct End: Equatable {
    let reason: Process.TerminationReason
    let status: Int32
    let isCooked: Bool

    /// By itself, with success, and with the terminal as a shell needs it.
    package static let clean = End(reason: .exit, status: 0, isCooked: true)
  }

  /// Waits for the end of the program, like ``waitForEnd()``.
  package func ended() async throws -> End {
    try await waitForEnd()
    return End(
      reason: process.terminationReason, status: process.terminationStatus, isCooked: isCooked)
  }

  /// Returns once a signal has stopped the program.
  package func waitUntilStopped() async throws {
    let file = URL(fileURLWithPath: "/proc/\(process.processIdentifier)/stat")
    // The state follows the name of the program, which is in parentheses.
    while try !String(contentsOf: file, encoding: .utf8).contains(") T ") {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Whether keys are shown, and arrive only when the line is complete: as a shell needs it.
  package var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(device, &settings) == 0 else { return false }
    let flags = tcflag_t(ICANON | ECHO)
    return settings.c_lflag & flags == flags
  }

  /// Reads until `text` appears, and forgets the output before it.
  ///
  /// - Returns: The output up to and including `text`.
  /// - Throws: ``PseudoTerminalFailure`` if it is not shown within 30 seconds.
  @discardableResult
  package func expect(_ text: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        self.expectation = Expectation(text: Array(text.utf8), continuation: continuation)
        self.meetExpectation()
        guard self.expectation != nil else { return }
        let deadline = DispatchWorkItem { self.failExpectation() }
        self.deadline = deadline
        self.queue.asyncAfter(deadline: .now() + .seconds(30), execute: deadline)
      }
    }
  }

  private func readOutput() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(keyboard, &buffer, buffer.count)
    guard count > 0 else { return }
    unread += buffer[..<count]
    meetExpectation()
  }

  private func meetExpectation() {
    guard let expectation, let range = unread.firstRange(of: expectation.text) else { return }
    let shown = String(decoding: unread[..<range.upperBound], as: UTF8.self)
    unread.removeSubrange(..<range.upperBound)
    self.expectation = nil
    deadline?.cancel()
    expectation.continuation.resume(returning: shown)
  }

  private func failExpectation() {
    guard let expectation else { return }
    self.expectation = nil
    expectation.continuation.resume(throwing: failure(expectation.text))
  }

  private func failure(_ text: [UInt8]) -> PseudoTerminalFailure {
    PseudoTerminalFailure(
      what: "never shown: \(String(decoding: text, as: UTF8.self).debugDescription)",
      seen: String(decoding: unread, as: UTF8.self).debugDescription)
  }
}

package struct PseudoTerminalFailure: Error {
  package let what: String
  package let seen: String
}
