import ExampleTestSupport
import Foundation
import Testing

@testable import Counter

@Suite(.serialized, .timeLimit(.minutes(1)))
struct KeyFrontEndTests {
  @Test func keysAreCommands() async throws {
    let terminal = try PseudoTerminal(counter)
    try terminal.start(["--timer-interval", "3600000"])
    try await terminal.expect("\u{1B}[1m0")
    #expect(!terminal.isCooked)
    terminal.type("+")
    try await terminal.expect("\u{1B}[1m1")
    terminal.type("++-")
    try await terminal.expect("\u{1B}[1m2")
    terminal.type("f")
    try await terminal.expect("2 is even and a prime")
    terminal.type("t")
    try await terminal.expect("The timer is running.")
    terminal.type("?q")
    try await terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
    #expect(try await terminal.ended() == .clean)
  }

  @Test func theTimerTicksByItself() async throws {
    let terminal = try PseudoTerminal(counter)
    try terminal.start(["--timer-interval", "1"])
    terminal.type("t")
    try await terminal.expect("\u{1B}[1m3")
    // More than fits into the buffer of the terminal is shown meanwhile.
    try await Task.sleep(for: .milliseconds(500))
    terminal.type("\u{4}")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }

  @Test func showsTextWithoutColorWhereNoneIsWanted() async throws {
    let terminal = try PseudoTerminal(counter)
    try terminal.start(environment: ["NO_COLOR": "1"])
    terminal.type("+")
    let shown = try await terminal.expect("  1\u{1B}[K")
    #expect(!shown.contains("\u{1B}[1m"))
    terminal.type("q")
    try await terminal.waitForEnd()
  }

  @Test func followsTheWidthOfTheTerminal() async throws {
    let terminal = try PseudoTerminal(counter, columns: 200)
    try terminal.start(environment: ["NO_COLOR": "1"])
    try await terminal.expect("t timer   q quit")
    terminal.resize(columns: 20)
    try await terminal.expect("  - subtract\u{1B}[K\r\n  f fact   t timer\u{1B}[K\r\n  q quit")
    terminal.type("q")
    try await terminal.waitForEnd()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func givesTheTerminalBackWhenASignalEndsIt(signal: Int32) async throws {
    let terminal = try PseudoTerminal(counter)
    try terminal.start()
    try await terminal.expect("\u{1B}[1m0")
    #expect(!terminal.isCooked)
    kill(terminal.process.processIdentifier, signal)
    try await terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
    try await terminal.waitForEnd()
    #expect(terminal.isCooked)
    #expect(terminal.process.terminationReason == .uncaughtSignal)
    #expect(terminal.process.terminationStatus == signal)
  }

  @Test func givesTheTerminalBackWhileItIsSuspended() async throws {
    let terminal = try PseudoTerminal(counter)
    try terminal.start()
    try await terminal.expect("\u{1B}[1m0")
    kill(terminal.process.processIdentifier, SIGTSTP)
    try await terminal.expect("\u{1B}[?1049l")
    try await terminal.waitUntilStopped()
    #expect(terminal.isCooked)
    kill(terminal.process.processIdentifier, SIGCONT)
    try await terminal.expect("\u{1B}[?1049h")
    try await terminal.expect("\u{1B}[1m0")
    terminal.type("q")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }
}
