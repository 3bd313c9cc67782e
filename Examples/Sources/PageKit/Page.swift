/// The content that browsers show of a program, and the commands of their users.
@MainActor
package protocol Page: Sendable {
  associatedtype State: Encodable & Equatable
  associatedtype Command: Decodable & Sendable

  /// The name of the program.
  nonisolated static var name: String { get }

  /// The page itself.
  nonisolated static var files: PageFiles { get }

  /// The displayed state. Pages receive it after each change of the values that it was computed
  /// from.
  var state: State { get }

  /// Performs the command of a user, or throws an error whose description gives the reason.
  func perform(_ command: Command) throws
}

/// The files of a page: `/`, `/page.css` and `/page.js`. They may refer to `/base.css` and
/// `/channel.js`, which all pages have in common.
package struct PageFiles: Sendable {
  let html: [UInt8]
  let css: [UInt8]
  let js: [UInt8]

  package init(html: [UInt8], css: [UInt8], js: [UInt8]) {
    self.html = html
    self.css = css
    self.js = js
  }
}
