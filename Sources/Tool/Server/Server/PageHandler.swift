import FlyingFox
import Foundation
import Synchronization
import TraceExport

/// Answers the requests of the page, and refuses requests of other sites and of other users.
final class PageHandler: HTTPHandler {
  /// The path of the page below the server's address.
  let token = AccessToken()
  /// A one-time secret: the command line of a browser is visible to other users.
  private let ticket = Mutex<AccessToken?>(nil)
  private let content: PageContent

  init(_ content: PageContent) {
    self.content = content
  }

  /// A path that leads to the page, once.
  func makeTicket() -> String {
    let new = AccessToken()
    ticket.withLock { $0 = new }
    return "/open/\(new.text)"
  }

  func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      try check(request)
      // In its original form: the path of the request has lost the trailing slash.
      let path = request.target.path()
      return try await answer(
        path.split(separator: "/", omittingEmptySubsequences: false), request.query)
    } catch let failure as RequestFailure {
      return .text(failure.status, failure.message, allow: failure.allow)
    } catch {
      return .text(.internalServerError, "\(error)")
    }
  }

  /// Checks that a request is addressed to this server, and does not come from another site.
  ///
  /// A site can make a name of its own resolve to this machine; the browser then treats the answers
  /// as that site's, but still sends the name.
  private func check(_ request: HTTPRequest) throws {
    let host = request.headers[.host] ?? ""
    // Any port: a tunnel to this machine has one of its own.
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard ["127.0.0.1", "localhost"].contains(parts[0].lowercased()),
      parts.count == 1 || UInt16(parts[1]) != nil
    else {
      throw RequestFailure(.forbidden, "This server is not \(host): use the address it printed.")
    }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" {
      throw RequestFailure(.forbidden, "Pages of \(origin) have no access.")
    }
    guard request.method == .GET else {
      throw RequestFailure(.methodNotAllowed, "Everything here is read with GET.", allow: "GET")
    }
  }

  /// - Parameter path: The parts between slashes; the first is empty.
  private func answer(
    _ path: [Substring], _ query: [HTTPRequest.QueryItem]
  ) async throws -> HTTPResponse {
    if path.count == 3, path[1] == "open", takeTicket(path[2]) {
      return .redirect(to: "/\(token.text)/")
    }
    guard path.count >= 2, token.matches(path[1]) else { throw RequestFailure.nothingThere }
    return try await answer(below: path.dropFirst(2), query)
  }

  /// - Parameter path: The path after the secret.
  private func answer(
    below path: ArraySlice<Substring>, _ query: [HTTPRequest.QueryItem]
  ) async throws -> HTTPResponse {
    if path.isEmpty { return .redirect(to: "/\(token.text)/") }
    switch content {
    case .recording(let recording):
      return try recording.answer(path)
    case .comparison(let comparison):
      if path == [""] { return .page(comparison.document) }
      guard let side = path.first.flatMap({ comparison.sides[String($0)] }) else {
        throw RequestFailure.nothingThere
      }
      return try side.answer(path.dropFirst())
    case .live(let page):
      return try await page.answer(path, query: { query[$0] })
    }
  }

  private func takeTicket(_ text: Substring) -> Bool {
    ticket.withLock { ticket in
      guard ticket?.matches(text) == true else { return false }
      ticket = nil
      return true
    }
  }
}
