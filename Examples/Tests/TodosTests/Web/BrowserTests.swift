import ExampleTestSupport
import Foundation
import Testing

/// The page in a real browser, with the same list on a terminal beside it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BrowserTests {
  private func withPage(
    _ body: (_ browser: Browser, _ terminal: PseudoTerminal) async throws -> Void
  ) async throws {
    try await Browser.run { browser in
      try await withScratchDirectory { directory in
        let file = directory.appendingPathComponent("todos.json").path
        let terminal = try PseudoTerminal(todosProgram)
        try terminal.start(["--file", file, "--serve", "0"], environment: ["NO_COLOR": "1"])
        let shown = try await terminal.expect("/\u{1B}[K")
        try await terminal.expect("Nothing to do yet.")
        let address = try #require(shown.firstMatch(of: #/http://127\.0\.0\.1:[0-9]+//#))
        try await browser.open(String(address.0))
        try await browser.wait(until: "document.querySelector('#connection[data-live]')")
        // A variable that reloading the page would remove.
        _ = try await browser.run("window.isStillTheSame = true")
        try await body(browser, terminal)
        #expect(try await browser.run("return window.isStillTheSame") == .bool(true))
        terminal.type("\u{4}")
        try await terminal.waitForEnd()
        #expect(terminal.process.terminationStatus == 0)
        try await browser.wait(until: "!document.querySelector('#connection[data-live]')")
      }
    }
  }

  private func titles(_ titles: String...) -> String {
    let list = titles.map { "'\($0)'" }.joined(separator: ", ")
    return "[...document.querySelectorAll('.title')].map((title) => title.textContent).join() "
      + "=== [\(list)].join()"
  }

  @Test func pageAndTerminalShowTheSame() async throws {
    try await withPage { browser, terminal in
      try await browser.type("Buy <i>milk</i>", into: "#draft")
      try await terminal.expect("New: Buy <i>milk</i>")
      try await browser.type(Browser.Keys.enter, into: "#draft")
      try await terminal.expect("› [ ] Buy <i>milk</i>")
      try await browser.wait(until: titles("Buy <i>milk</i>"))
      try await browser.wait(until: "document.querySelector('#draft').value === ''")

      terminal.type(" ")
      try await browser.wait(until: "document.querySelector('li.completed')")
      terminal.type("aWater the plants")
      try await browser.wait(
        until: "document.querySelector('#draft').value === 'Water the plants'")
      terminal.type("\r\r")
      try await browser.wait(until: titles("Buy <i>milk</i>", "Water the plants"))

      try await browser.click("[data-filter=active]")
      try await terminal.expect("1 of 2 to do · active")
      try await browser.wait(until: titles("Water the plants"))
      terminal.type("ff")
      try await browser.wait(
        until: "document.querySelector('[data-filter=all][aria-pressed=true]')")
      try await browser.click("li:nth-child(2) [data-row=up]")
      try await browser.wait(until: titles("Water the plants", "Buy <i>milk</i>"))
    }
  }

  @Test func titlesAreEditedInTheirRow() async throws {
    try await withPage { browser, terminal in
      terminal.type("aBuy milk\r\r")
      try await browser.wait(until: titles("Buy milk"))
      try await browser.click("[data-row=rename]")
      try await browser.type(Browser.Keys.selectAll + "Buy bread", into: ".rename input")
      try await terminal.expect("Buy bread▏")
      try await browser.type(Browser.Keys.escape, into: ".rename input")
      try await browser.wait(until: titles("Buy milk"))
      try await browser.click("[data-row=rename]")
      try await browser.type(
        Browser.Keys.selectAll + "Buy bread" + Browser.Keys.enter, into: ".rename input")
      try await browser.wait(until: titles("Buy bread"))
      try await terminal.expect("[ ] Buy bread\u{1B}[K")
    }
  }

  @Test func deletingAsks() async throws {
    try await withPage { browser, terminal in
      terminal.type("aBuy milk\r\r")
      try await browser.wait(until: titles("Buy milk"))
      try await browser.click("[data-row=delete]")
      try await terminal.expect("Delete “Buy milk”?")
      try await browser.wait(until: "document.querySelector('dialog').open")
      #expect(try await browser.text(of: "#prompt-title") == "Delete “Buy milk”?")
      try await browser.type(Browser.Keys.escape, into: "dialog")
      try await browser.wait(until: "!document.querySelector('dialog').open")
      try await terminal.expect("› [ ] Buy milk")
      terminal.type("d")
      try await browser.wait(until: "document.querySelector('dialog').open")
      try await browser.click("#answers button.danger")
      try await terminal.expect("Nothing to do yet.")
      try await browser.wait(until: "!document.querySelector('dialog').open && " + titles())
      try await browser.click("#undo")
      try await terminal.expect("› [ ] Buy milk")
      try await browser.wait(until: titles("Buy milk"))
    }
  }

  @Test func theDetailIsOpenInBoth() async throws {
    try await withPage { browser, terminal in
      terminal.type("aShip it\r\r")
      try await browser.wait(until: titles("Ship it"))
      try await browser.click("[data-row=open]")
      try await terminal.expect("No note.")
      try await browser.type("It sails", into: "#note")
      try await terminal.expect("  It sails\u{1B}[K")
      try await browser.wait(
        until: "document.querySelector('#note-status').textContent === 'Saved.'")
      terminal.type("n on")
      try await browser.wait(until: "document.querySelector('#note').value === 'It sails on'")
      terminal.type("\r")
      try await browser.click("#focus")
      try await terminal.expect("The focus timer is running.")
      try await browser.wait(until: "document.querySelector('#time').textContent === '0:01'")
      try await browser.click("[data-command=close]")
      try await browser.wait(until: "!document.querySelector('#list').hidden")
      try await terminal.expect("› [ ] Ship it (0:0")
    }
  }
}
