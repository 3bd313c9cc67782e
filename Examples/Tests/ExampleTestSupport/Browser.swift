import Foundation

/// A Chromium without a window, driven by the W3C WebDriver protocol.
package struct Browser: Sendable {
  private let session: WebDriverConnection

  /// Starts a browser with a profile of its own, and ends it afterwards.
  package static func run<Result>(_ body: (Browser) async throws -> Result) async throws -> Result {
    try await withScratchDirectory { directory in
      let driver = try await WebDriver.start(in: directory)
      do {
        let session = try await driver.newSession(in: directory)
        let result = try await body(Browser(session: session))
        try await session.end()
        await driver.stop()
        return result
      } catch {
        await driver.stop()
        throw error
      }
    }
  }

  package func open(_ address: String) async throws {
    try await session.post("url", ["url": .string(address)])
  }

  /// The result of a function body that runs in the page.
  package func run(_ script: String) async throws -> WebDriverValue {
    try await session.post("execute/sync", ["script": .string(script), "args": .array([])])
  }

  /// The text that is visible of an element.
  package func text(of selector: String) async throws -> String {
    try await session.get("element/\(try await element(selector))/text").string ?? ""
  }

  /// Clicks an element as a user does: once it is visible, and unless another one covers it.
  package func click(_ selector: String) async throws {
    try await waitUntilVisible(selector)
    try await session.post("element/\(try await element(selector))/click", [:])
  }

  /// Presses keys while an element has the focus, once it is visible.
  package func type(_ keys: String, into selector: String) async throws {
    try await waitUntilVisible(selector)
    try await session.post(
      "element/\(try await element(selector))/value", ["text": .string(keys)])
  }

  /// Returns once an expression in the page is true, and fails after five minutes.
  package func wait(until condition: String) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while try await run("return Boolean(\(condition))") != .bool(true) {
      guard ContinuousClock.now < deadline else {
        let page = try await run("return document.body.innerText").string ?? ""
        throw WebDriverFailure("never true in the page: \(condition)\nThe page shows:\n\(page)")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// A picture of the page, as PNG.
  package func screenshot() async throws -> Data {
    guard
      let image = try await session.get("screenshot").string.flatMap({ Data(base64Encoded: $0) })
    else { throw WebDriverFailure("The screenshot is no picture.") }
    return image
  }

  /// A page shows and hides an element when the program answers, and WebDriver refuses one that is
  /// hidden at that moment, where a user would look at the page first.
  private func waitUntilVisible(_ selector: String) async throws {
    let literal = String(decoding: try JSONEncoder().encode(selector), as: UTF8.self)
    try await wait(until: "document.querySelector(\(literal))?.checkVisibility()")
  }

  private func element(_ selector: String) async throws -> String {
    let element = try await session.post(
      "element", ["using": .string("css selector"), "value": .string(selector)])
    // The name that the standard gives to the ids of elements.
    guard let id = element["element-6066-11e4-a52e-4f735466cecf"]?.string else {
      throw WebDriverFailure("There is no element '\(selector)'.")
    }
    return id
  }
}

extension Browser {
  /// Keys without a character, as WebDriver writes them.
  package enum Keys {
    package static let backspace = "\u{E003}"
    package static let left = "\u{E012}"
    package static let up = "\u{E013}"
    package static let enter = "\u{E007}"
    package static let escape = "\u{E00C}"
    package static let control = "\u{E009}"
    /// Selects all that is written in a field.
    package static let selectAll = control + "a" + "\u{E000}"
  }
}
