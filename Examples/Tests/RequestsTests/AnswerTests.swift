import FlyingFox
import Foundation
import FoundationNetworking
import LoopbackServer
import Requests
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AnswerTests {
  @Test func anAnswerArrives() async throws {
    try await withService { address in
      let (data, response) = try await URLSession.shared.answer(to: URLRequest(url: address))
      #expect(String(decoding: data, as: UTF8.self) == "yes")
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }
  }

  @Test func aServiceThatIsGoneIsAFailure() async throws {
    let server = try await LoopbackServer.start(Answering())
    await server.stop()
    await #expect(throws: URLError.self) {
      try await URLSession.shared.answer(to: URLRequest(url: server.address))
    }
  }

  @Test func aCancelledTaskDoesNotWait() async throws {
    try await withService(UnreliableHandler(Answering(), delay: .seconds(3600))) { address in
      let task = Task { try await URLSession.shared.answer(to: URLRequest(url: address)) }
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
  }

  /// With `data(for:)`, one of some fifty cancellations hangs.
  @Test func aCancellationMayMeetTheEndOfARequest() async throws {
    try await withService { address in
      for _ in 0..<200 {
        let task = Task { try await URLSession.shared.answer(to: URLRequest(url: address)) }
        try await Task.sleep(for: .microseconds(Int.random(in: 0...3000)))
        task.cancel()
        switch await task.result {
        case .success(let (data, _)): #expect(data == Data("yes".utf8))
        case .failure(let error): #expect(error is CancellationError)
        }
      }
    }
  }

  private func withService(
    _ handler: any HTTPHandler = Answering(), _ body: (_ address: URL) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer.start(handler)
    try await body(server.address)
    await server.stop()
  }
}

private struct Answering: HTTPHandler {
  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(statusCode: .ok, body: Data("yes".utf8))
  }
}
