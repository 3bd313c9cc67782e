import ComposableArchitecture
import FlyingFox
import Foundation
import PageKit
import Testing

@testable import Todos

@MainActor
@Suite struct PageHandlerTests {
  let session = TodosSession(
    store: Store(initialState: .with(.numbered(0, "a"), .numbered(1, "b"))) { TodoList() })

  private func send(
    _ method: HTTPMethod, _ path: String, host: String = "127.0.0.1:8080",
    headers: HTTPHeaders = [:], body: String = ""
  ) async throws -> HTTPResponse {
    var headers = headers
    headers[.host] = host
    let handler = PageHandler(channel: PageChannel(TodosPage(session: session)))
    return try await handler.handleRequest(
      HTTPRequest(
        method: method, version: .http11, path: path, query: [], headers: headers,
        body: HTTPBodySequence(data: Data(body.utf8))))
  }

  private func command(
    _ body: String, headers: HTTPHeaders = [.contentType: "application/json"]
  ) async throws -> (status: Int, answer: String) {
    let response = try await send(.POST, "/commands", headers: headers, body: body)
    let answer = try await response.bodyData
    return (response.statusCode.code, String(decoding: answer, as: UTF8.self))
  }

  @Test func commandsAreActions() async throws {
    let answer = try await command(#"{"command": "toggle", "id": "\#(UUID(1))"}"#)
    #expect(answer == (200, #"{"revision":2}"#))
    #expect(session.store.todos.map(\.isCompleted) == [false, true])
    _ = try await command(#"{"command": "filter", "filter": "active"}"#)
    #expect(session.store.filter == .active)
    _ = try await command(#"{"command": "open", "id": "\#(UUID(0))"}"#)
    _ = try await command(#"{"command": "delete"}"#)
    _ = try await command(#"{"command": "choose", "button": 1}"#)
    await session.settle()
    #expect(session.store.todos.map(\.title) == ["b"])
  }

  @Test(arguments: [
    ("[", "The command is no JSON."),
    ("[1]", "'The command' is of the wrong type."),
    ("{}", "The command lacks 'command'."),
    (#"{"command": "jump"}"#, "'command': unknown command 'jump'; commands are add, cancel,"),
    (#"{"command": "toggle"}"#, "The command lacks 'id'."),
    (#"{"command": "toggle", "id": "7"}"#, "'id': "),
    (#"{"command": "note", "text": 7}"#, "'text' is of the wrong type."),
    (#"{"command": "filter", "filter": "none"}"#, "'filter': "),
  ])
  func whatIsNoCommandIsRefused(body: String, message: String) async throws {
    let answer = try await command(body)
    #expect(answer.status == 400)
    #expect(answer.answer.hasPrefix(#"{"error":"\#(message)"#))
  }

  @Test(arguments: [
    (#"{"command": "toggle", "id": "00000000-0000-0000-0000-000000000007"}"#, "there is no todo"),
    (#"{"command": "close"}"#, "no todo is open"),
    (#"{"command": "save"}"#, "no todo is being renamed"),
    (#"{"command": "choose", "button": 1}"#, "no question is being asked"),
  ])
  func whatMakesNoSenseNowIsRefused(body: String, message: String) async throws {
    let answer = try await command(body)
    #expect(answer.status == 409)
    #expect(answer.answer.contains(message))
  }

  @Test func formsAreRefused() async throws {
    for type in ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"] {
      let answer = try await command(#"{"command": "clear"}"#, headers: [.contentType: type])
      #expect(answer.status == 415)
    }
    #expect(try await command(#"{"command": "clear"}"#, headers: [:]).status == 415)
  }

  @Test func longBodiesAreRefused() async throws {
    let text = String(repeating: "x", count: PageHandler<TodosPage>.longestBody)
    let answer = try await command(#"{"command": "draft", "text": "\#(text)"}"#)
    #expect(answer.status == 413)
    #expect(session.store.draft == "")
  }

  @Test(arguments: ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", ""])
  func namesThatLeadHereAreRefused(host: String) async throws {
    for path in ["/", "/events", "/commands"] {
      #expect(try await send(.GET, path, host: host).statusCode == .forbidden)
    }
  }

  @Test(arguments: [
    "http://evil.example", "http://localhost:3000", "https://127.0.0.1:8080", "null",
  ])
  func otherPagesAreRefused(origin: String) async throws {
    let headers: HTTPHeaders = [
      .contentType: "application/json", HTTPHeader("Origin"): origin,
    ]
    #expect(try await command(#"{"command": "clear"}"#, headers: headers).status == 403)
    #expect(try await send(.GET, "/events", headers: headers).statusCode == .forbidden)
  }

  @Test func thePageItselfIsNot() async throws {
    let headers: HTTPHeaders = [HTTPHeader("Origin"): "http://localhost:8080"]
    let page = try await send(.GET, "/", host: "localhost:8080", headers: headers)
    #expect(page.statusCode == .ok)
    #expect(page.headers[HTTPHeader("Content-Security-Policy")]?.contains("'none'") == true)
  }

  @Test func otherPathsAndMethodsAreRefused() async throws {
    #expect(try await send(.GET, "/etc/passwd").statusCode == .notFound)
    let response = try await send(.GET, "/commands")
    #expect(response.statusCode == .methodNotAllowed)
    #expect(response.headers[HTTPHeader("Allow")] == "POST")
    #expect(try await send(.POST, "/events").statusCode == .methodNotAllowed)
    #expect(try await send(.OPTIONS, "/commands").statusCode == .methodNotAllowed)
  }
}
