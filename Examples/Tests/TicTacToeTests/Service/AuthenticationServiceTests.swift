import AuthenticationClient
import AuthenticationService
import ComposableArchitecture
import Foundation
import FoundationNetworking
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AuthenticationServiceTests {
  private let delivered = LockIsolated<[String]>([])

  private func withService(
    failingMultiples: Int? = nil,
    _ body: (_ client: AuthenticationClient, _ address: URL) async throws -> Void
  ) async throws {
    let desk = LoginDesk(
      makeCode: { "123456" },
      deliver: { [delivered] code, email in delivered.withValue { $0.append("\(email): \(code)") } }
    )
    let server = try await LoopbackServer.start(
      UnreliableHandler(AuthenticationHandler(desk), failingMultiples: failingMultiples))
    try await body(.http(server.address), server.address)
    await server.stop()
  }

  @Test func aPasswordIsEnoughForAnna() async throws {
    try await withService { client, _ in
      let response = try await client.login("Anna@example.com", "password")
      #expect(!response.isTwoFactorRequired)
      #expect(delivered.value == [])
    }
  }

  @Test(arguments: [
    ("anna@example.com", "Password"), ("anna@example.com", ""), ("eve@example.com", "password"),
  ])
  func wrongCredentialsAreRefused(email: String, password: String) async throws {
    try await withService { client, _ in
      await #expect(throws: AuthenticationError.wrongCredentials) {
        try await client.login(email, password)
      }
    }
  }

  @Test func benNeedsACode() async throws {
    try await withService { client, _ in
      let response = try await client.login("ben@example.com", "password")
      #expect(response.isTwoFactorRequired)
      #expect(delivered.value == ["ben@example.com: 123456"])
      await #expect(throws: AuthenticationError.wrongCode) {
        try await client.twoFactor("1", response.token)
      }
      let session = try await client.twoFactor("123456", response.token)
      #expect(session.token != response.token)
      // A token is good for one session.
      await #expect(throws: AuthenticationError.expired) {
        try await client.twoFactor("123456", response.token)
      }
    }
  }

  @Test func threeWrongCodesEndALogin() async throws {
    try await withService { client, _ in
      let token = try await client.login("ben@example.com", "password").token
      for _ in 1...2 {
        await #expect(throws: AuthenticationError.wrongCode) {
          try await client.twoFactor("1", token)
        }
      }
      for code in ["1", "123456"] {
        await #expect(throws: AuthenticationError.expired) {
          try await client.twoFactor(code, token)
        }
      }
    }
  }

  @Test func otherTokensAreOfNoUse() async throws {
    try await withService { client, _ in
      await #expect(throws: AuthenticationError.expired) {
        try await client.twoFactor("123456", "")
      }
    }
  }

  @Test func aServiceThatFailsIsUnavailable() async throws {
    try await withService(failingMultiples: 1) { client, _ in
      await #expect(throws: AuthenticationError.unavailable(reason: "HTTP status 503")) {
        try await client.login("anna@example.com", "password")
      }
    }
  }

  @Test(arguments: [
    ("GET", "login", "", 405), ("POST", "", "{}", 404), ("POST", "login", "", 400),
    ("POST", "login", "[]", 400), ("POST", "login", #"{"email": "a"}"#, 400),
    ("POST", "two-factor", #"{"code": "1"}"#, 400),
    ("POST", "login", String(repeating: "x", count: 5000), 413),
  ])
  func anythingElseIsRefused(
    method: String, path: String, body: String, status: Int
  ) async throws {
    try await withService { _, address in
      var request = URLRequest(url: address.appendingPathComponent(path))
      request.httpMethod = method
      if method == "POST" { request.httpBody = Data(body.utf8) }
      let (_, response) = try await URLSession.shared.data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == status)
    }
  }
}
