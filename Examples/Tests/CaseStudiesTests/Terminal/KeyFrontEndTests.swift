import ExampleTestSupport
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)))
struct KeyFrontEndTests {
  private func withTerminal(
    _ arguments: [String] = [], _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let terminal = try PseudoTerminal(caseStudiesProgram)
    try terminal.start(["--delay", "1"] + arguments, environment: ["NO_COLOR": "1"])
    try await body(terminal)
  }

  private func quit(_ terminal: PseudoTerminal) async throws {
    terminal.type("q")
    try await terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
    #expect(try await terminal.ended() == .clean)
  }

  @Test func studiesAreSelectedOpenedAndClosed() async throws {
    try await withTerminal { terminal in
      try await terminal.expect("›  1 Counter")
      terminal.type("\u{1B}[B")
      try await terminal.expect("›  2 Two counters")
      terminal.type("8")
      try await terminal.expect("›  8 Alerts and dialogs")
      terminal.type("\r")
      try await terminal.expect("The letter is written.")
      terminal.type("d")
      try await terminal.expect("Discard the letter?")
      // Escape closes the alert, and then the study.
      terminal.type("\u{1B}")
      try await terminal.expect("s send")
      terminal.type("\u{1B}")
      try await terminal.expect("return open")
      terminal.type("ocounter\r")
      try await terminal.expect("- subtract")
      terminal.type("+")
      try await terminal.expect("  1\u{1B}[K")
      terminal.type("q")
      try await terminal.expect("return open")
      try await quit(terminal)
    }
  }

  @Test func theTextOfAStudyHasTheScreenToItself() async throws {
    try await withTerminal(["--study", "stack"]) { terminal in
      try await terminal.expect("g go to")
      terminal.type("?")
      try await terminal.expect("pushes for them.\u{1B}[K\r\n\u{1B}[K\r\n  s start")
      terminal.type("?")
      try await terminal.expect("Start with a number")
      terminal.type("g3/stopwatch\r")
      try await terminal.expect("start › 3 › stopwatch")
      terminal.type("s")
      try await terminal.expect("running")
      terminal.type("\u{1B}")
      try await terminal.expect("f fact")
      terminal.type("q")
      try await terminal.expect("return open")
      try await quit(terminal)
    }
  }

  @Test func anEffectObservesTheWindowUntilTheStudyCloses() async throws {
    try await withTerminal(["--study", "long-living"]) { terminal in
      try await terminal.expect("80 × 24")
      terminal.resize(columns: 70)
      try await terminal.expect("70 × 24")
      terminal.type("q")
      try await terminal.expect("return open")
      // The screen still follows the window.
      terminal.resize(columns: 50)
      try await terminal.expect("›")
      try await quit(terminal)
    }
  }

  @Test func theWebSocketEchoes() async throws {
    try await withTerminal(["--study", "web-socket"]) { terminal in
      try await terminal.expect("disconnected")
      terminal.type("c")
      try await terminal.expect("d disconnect")
      terminal.type("sHello\r")
      try await terminal.expect("← Hello")
      terminal.type("d")
      try await terminal.expect("c connect")
      terminal.type("q")
      try await terminal.expect("return open")
      try await quit(terminal)
    }
  }
}
