import FlyingFox
import Foundation

/// Answers the requests of its own pages, and refuses all others.
package struct PageHandler<Content: Page>: HTTPHandler {
  private let channel: PageChannel<Content>
  /// More than any page sends.
  package static var longestBody: Int { 256 * 1024 }

  package init(channel: PageChannel<Content>) {
    self.channel = channel
  }

  package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do throws(RequestFailure) {
      try checkSender(of: request)
      return try await answer(request)
    } catch {
      return .json(error.status, ["error": error.message], allow: error.allow)
    }
  }

  /// Other sites must not reach the program, neither by a request from a user's browser nor by a
  /// name of theirs that resolves to this address.
  private func checkSender(of request: HTTPRequest) throws(RequestFailure) {
    let host = request.headers[.host] ?? ""
    let name = host.split(separator: ":").first.map(String.init) ?? ""
    guard ["127.0.0.1", "localhost"].contains(name) else {
      throw RequestFailure(
        .forbidden,
        "The host '\(host)' is not this one. Use the address that \(Content.name) printed.")
    }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" {
      throw RequestFailure(.forbidden, "A page of '\(origin)' has no access.")
    }
  }

  private func answer(_ request: HTTPRequest) async throws(RequestFailure) -> HTTPResponse {
    switch (request.path, request.method) {
    case ("/", .GET): return .file(Content.files.html, "text/html")
    case ("/base.css", .GET): return .file(PackageResources.base_css, "text/css")
    case ("/page.css", .GET): return .file(Content.files.css, "text/css")
    case ("/channel.js", .GET): return .file(PackageResources.channel_js, "text/javascript")
    case ("/page.js", .GET): return .file(Content.files.js, "text/javascript")
    case ("/events", .GET): return await .events(channel.events())
    case ("/commands", .POST):
      let revision = try await perform(command(in: request))
      return .json(.ok, ["revision": revision])
    case ("/commands", _):
      throw RequestFailure(.methodNotAllowed, "Commands are sent with POST.", allow: "POST")
    case ("/", _), ("/base.css", _), ("/page.css", _), ("/channel.js", _), ("/page.js", _),
      ("/events", _):
      throw RequestFailure(.methodNotAllowed, "This is read with GET.", allow: "GET")
    default:
      throw RequestFailure(.notFound, "There is nothing at '\(request.path)'.")
    }
  }

  private func command(in request: HTTPRequest) async throws(RequestFailure) -> Content.Command {
    let type = request.headers[.contentType]?.split(separator: ";").first ?? ""
    // A form, which any site may send here, can't have this type.
    guard type.lowercased() == "application/json" else {
      throw RequestFailure(
        .unsupportedMediaType, "A command is JSON: send it as Content-Type: application/json.")
    }
    do {
      return try JSONDecoder().decode(Content.Command.self, from: try await body(of: request))
    } catch let failure as RequestFailure {
      throw failure
    } catch {
      throw RequestFailure(.badRequest, Self.message(for: error))
    }
  }

  private func body(of request: HTTPRequest) async throws -> Data {
    let tooLong = RequestFailure(
      .payloadTooLarge, "A command is at most \(Self.longestBody) bytes long.")
    guard request.bodySequence.count ?? 0 <= Self.longestBody else { throw tooLong }
    var body = Data()
    for try await part in request.bodySequence {
      body += part
      guard body.count <= Self.longestBody else { throw tooLong }
    }
    return body
  }

  private func perform(_ command: Content.Command) async throws(RequestFailure) -> Int {
    do {
      return try await channel.perform(command)
    } catch {
      throw RequestFailure(.conflict, "\(error)")
    }
  }

  private static func message(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "The command lacks '\(key.stringValue)'."
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "'\(context.codingPath.last?.stringValue ?? "The command")' is of the wrong type."
    case DecodingError.dataCorrupted(let context):
      context.codingPath.first.map { "'\($0.stringValue)': \(context.debugDescription)" }
        ?? "The command is no JSON."
    default: "The command can't be read: \(error)"
    }
  }
}

/// Why a request is refused.
struct RequestFailure: Error {
  let status: HTTPStatusCode
  let message: String
  let allow: String?

  init(_ status: HTTPStatusCode, _ message: String, allow: String? = nil) {
    self.status = status
    self.message = message
    self.allow = allow
  }
}
