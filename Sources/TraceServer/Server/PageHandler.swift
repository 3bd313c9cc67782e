import FlyingFox
import Foundation
import Synchronization
import TraceExport

/// Answers the requests of the page, and refuses those of other sites and of other users.
final class PageHandler: HTTPHandler {
  /// Where the page is below the server's address.
  let token = AccessToken()
  /// A way there that can be taken once: the command line of a browser is visible to other users.
  private let ticket = Mutex<AccessToken?>(nil)
  private let index: PageIndex
  /// Named after the recording once it has read the head.
  private let document = PageDocument(title: "Signpost", source: .served)

  init(_ index: PageIndex) {
    self.index = index
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
      // As it was sent: the path of the request has lost the slash at its end.
      let path = request.target.path()
      return try answer(path.split(separator: "/", omittingEmptySubsequences: false))
    } catch let failure as RequestFailure {
      return .text(failure.status, failure.message, allow: failure.allow)
    } catch {
      return .text(.internalServerError, "\(error)")
    }
  }

  /// Checks that a request is meant for this server, and does not come from another site.
  ///
  /// A site can have a name of its own lead to this machine; the browser then believes that the
  /// answers are that site's, but still sends the name.
  private func check(_ request: HTTPRequest) throws {
    let host = request.headers[.host] ?? ""
    let name = host.split(separator: ":").first.map(String.init) ?? ""
    guard ["127.0.0.1", "localhost"].contains(name) else {
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
  private func answer(_ path: [Substring]) throws -> HTTPResponse {
    if path.count == 3, path[1] == "open", takeTicket(path[2]) {
      return .redirect(to: "/\(token.text)/")
    }
    guard path.count >= 2, token.matches(path[1]) else { throw RequestFailure.nothingThere }
    switch path.dropFirst(2) {
    case []: return .redirect(to: "/\(token.text)/")
    case [""]: return .page(document)
    case ["head"]: return .data(index.head, "application/json")
    case let rest where rest.first == "chunks" && rest.count == 2:
      guard let number = rest.last.flatMap({ Int($0) }), (0..<index.chunkCount).contains(number)
      else { throw RequestFailure.nothingThere }
      return .data(try index.chunk(number), "application/octet-stream")
    default: throw RequestFailure.nothingThere
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

/// Why a request is refused.
private struct RequestFailure: Error {
  let status: HTTPStatusCode
  let message: String
  var allow: String?

  init(_ status: HTTPStatusCode, _ message: String, allow: String? = nil) {
    self.status = status
    self.message = message
    self.allow = allow
  }

  static let nothingThere = RequestFailure(
    .notFound, "There is nothing here. Use the whole address that signpost printed.")
}

extension HTTPResponse {
  fileprivate static func page(_ document: PageDocument) -> Self {
    var headers = headers("text/html; charset=utf-8")
    // In the document as well, where it cannot say that no other page may have this one in a frame.
    headers[HTTPHeader("Content-Security-Policy")] =
      document.contentSecurityPolicy + "; frame-ancestors 'none'"
    return Self(statusCode: .ok, headers: headers, body: Data(document.text.utf8))
  }

  fileprivate static func data(_ bytes: [UInt8], _ type: String) -> Self {
    Self(statusCode: .ok, headers: headers(type), body: Data(bytes))
  }

  fileprivate static func redirect(to path: String) -> Self {
    var headers = headers("text/plain; charset=utf-8")
    headers[.location] = path
    return Self(statusCode: .seeOther, headers: headers, body: Data())
  }

  fileprivate static func text(
    _ status: HTTPStatusCode, _ message: String, allow: String? = nil
  ) -> Self {
    var headers = headers("text/plain; charset=utf-8")
    headers[HTTPHeader("Allow")] = allow
    return Self(statusCode: status, headers: headers, body: Data((message + "\n").utf8))
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    [
      .contentType: type,
      .cacheControl: "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
      HTTPHeader("Referrer-Policy"): "no-referrer",
    ]
  }
}
