import AppCore
import AuthenticationClient
import ComposableArchitecture
import FlyingFox
import Foundation
import GameCore
import LoginCore
import NewGameCore
import PageKit
import Testing

@testable import TicTacToe

@MainActor
@Suite struct AppPageTests {
  let store = Store(initialState: AppFeature.State.login(Login.State())) {
    AppFeature.body
  } withDependencies: {
    $0.authenticationClient.login = { _, _ in AuthenticationResponse(token: "session") }
  }

  private func command(_ body: String) async throws -> (status: Int, answer: String) {
    var headers: HTTPHeaders = [.contentType: "application/json"]
    headers[.host] = "127.0.0.1:8080"
    let response = try await PageHandler(channel: PageChannel(AppPage(store: store)))
      .handleRequest(
        HTTPRequest(
          method: .POST, version: .http11, path: "/commands", query: [], headers: headers,
          body: HTTPBodySequence(data: Data(body.utf8))))
    return (response.statusCode.code, String(decoding: try await response.bodyData, as: UTF8.self))
  }

  @Test func commandsAreActions() async throws {
    _ = try await command(#"{"command": "email", "text": "anna@example.com"}"#)
    _ = try await command(#"{"command": "password", "text": "password"}"#)
    #expect(store.state.login?.isFormValid == true)
    _ = try await command(#"{"command": "login"}"#)
    while store.state.newGame == nil { await Task.yield() }
    _ = try await command(#"{"command": "xName", "text": "Anna"}"#)
    _ = try await command(#"{"command": "oName", "text": "Ben"}"#)
    #expect(try await command(#"{"command": "play"}"#).status == 200)
    #expect(try await command(#"{"command": "move", "row": 1, "column": 3}"#).status == 200)
    #expect(store.state.newGame?.game?.board[0, 2] == .x)
    let refused = try await command(#"{"command": "move", "row": 1, "column": 3}"#)
    #expect(refused == (409, #"{"error":"row 1, column 3 is taken"}"#))
    for row in [4, 0, Int.min] {
      #expect(try await command(#"{"command": "move", "row": \#(row), "column": 1}"#).status == 409)
    }
  }

  @Test(arguments: [
    (#"{"command": "play"}"#, "log in first"),
    (#"{"command": "leave"}"#, "no game is being played"),
    (#"{"command": "submit"}"#, "no code is asked for"),
  ])
  func whatMakesNoSenseNowIsRefused(body: String, message: String) async throws {
    #expect(try await command(body) == (409, #"{"error":"\#(message)"}"#))
  }

  @Test func whatIsNoCommandIsRefused() async throws {
    #expect(try await command(#"{"command": "jump"}"#).status == 400)
    #expect(try await command(#"{"command": "move", "row": 1}"#).status == 400)
  }

  @Test func aPasswordDoesNotReachThePages() async throws {
    _ = try await command(#"{"command": "password", "text": "secret"}"#)
    let state = try JSONEncoder().encode(AppPage(store: store).state)
    #expect(!String(decoding: state, as: UTF8.self).contains("secret"))
  }
}
