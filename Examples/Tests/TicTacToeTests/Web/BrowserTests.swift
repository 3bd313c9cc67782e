import ExampleTestSupport
import Foundation
import Testing

@testable import TicTacToe

/// The page in a real browser, with the same game on a terminal beside it.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct BrowserTests {
  private func withPage(
    _ body: (_ browser: Browser, _ terminal: PseudoTerminal) async throws -> Void
  ) async throws {
    try await Browser.run { browser in
      let terminal = try PseudoTerminal(ticTacToeProgram)
      try terminal.start(["--code", "424242", "--serve", "0"], environment: ["NO_COLOR": "1"])
      let shown = try await terminal.expect("/\u{1B}[K")
      let address = try #require(shown.firstMatch(of: #/http://127\.0\.0\.1:[0-9]+//#))
      try await terminal.expect("Log in to play.")
      try await browser.open(String(address.0))
      try await browser.wait(until: "document.querySelector('#connection[data-live]')")
      try await body(browser, terminal)
      terminal.type("\u{4}")
      try await terminal.waitForEnd()
      #expect(terminal.process.terminationStatus == 0)
      try await browser.wait(until: "!document.querySelector('#connection[data-live]')")
    }
  }

  private func visible(_ selector: String) -> String {
    "document.querySelector('\(selector)')?.checkVisibility()"
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    "#board button:nth-child(\((row - 1) * 3 + column))"
  }

  @Test func aGameIsPlayedInBoth() async throws {
    try await withPage { browser, terminal in
      try await browser.type("ben@example.com", into: "#email")
      try await terminal.expect("Email     ben@example.com")
      try await browser.type("wrong" + Browser.Keys.enter, into: "#password")
      try await terminal.expect("The email address or the password is wrong.")
      try await browser.wait(until: "document.querySelector('dialog').open")
      try await browser.click("#answers button")
      try await browser.wait(until: "!document.querySelector('dialog').open")
      try await browser.type(
        String(repeating: Browser.Keys.backspace, count: 5) + "password" + Browser.Keys.enter,
        into: "#password")
      try await browser.wait(until: visible("#code-form"))
      try await terminal.expect("your code is 424242")
      try await browser.type("424242" + Browser.Keys.enter, into: "#code")
      try await browser.wait(until: visible("#names"))
      #expect(
        try await browser.run("return document.querySelector('#password').value") == .string(""))

      try await browser.type("<b>Anna</b>", into: "#x-name")
      try await terminal.expect("X  <b>Anna</b>")
      terminal.type("\tBen")
      try await browser.wait(until: "document.querySelector('#o-name').value === 'Ben'")
      try await browser.click("#names .primary")
      try await terminal.expect("<b>Anna</b>, place your X.")

      try await browser.click(cell(1, 1))
      try await terminal.expect(" X │")
      terminal.type(" ")
      try await browser.wait(
        until: "document.querySelector('\(cell(2, 2))').textContent === 'O'")
      try await browser.click(cell(1, 2))
      try await terminal.expect("Ben, place your O.")
      terminal.type("\u{1B}[B ")
      try await browser.wait(
        until: "document.querySelector('\(cell(3, 2))').textContent === 'O'")
      try await browser.click(cell(1, 3))
      try await terminal.expect("<b>Anna</b> has won!")
      try await browser.wait(until: "document.querySelectorAll('.winning').length === 3")
      #expect(try await browser.text(of: "#title") == "<b>Anna</b> has won!")
      #expect(try await browser.text(of: "#tally") == "X has won 1, O 0, draws 0.")
      try await browser.click("#again")
      try await terminal.expect("│[ ]│")
      try await browser.click("[data-command=leave]")
      try await browser.wait(until: visible("#names"))
      try await browser.click("[data-command=logout]")
      try await terminal.expect("Log in to play.")
    }
  }

  @Test func theBoardIsUsedWithTheKeyboard() async throws {
    try await withPage { browser, terminal in
      terminal.type("anna@example.com\tpassword\r")
      try await terminal.expect("esc log out")
      terminal.type("Anna\tBen\r")
      try await browser.wait(until: visible("#board"))
      try await browser.wait(
        until: "document.activeElement === document.querySelector('\(cell(2, 2))')")
      // Up and left, then a mark.
      try await browser.type(Browser.Keys.up, into: cell(2, 2))
      try await browser.type(Browser.Keys.left, into: cell(1, 2))
      try await browser.type(" ", into: cell(1, 1))
      try await terminal.expect(" X │")
    }
  }
}
