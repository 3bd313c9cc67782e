import Foundation
import TestSupport
import Testing
import TraceExport

@testable import TraceServer

/// Real requests to a real server, which guards the data of a recording.
@Suite struct PageServerTests {
  /// A server, its port, and the path of its page.
  private struct Running {
    let server: PageServer
    let port: UInt16
    let path: String

    init(_ server: PageServer) throws {
      self.server = server
      let parts = server.address.split(separator: "/", omittingEmptySubsequences: false)
      port = try #require(UInt16(parts[2].dropFirst("127.0.0.1:".count)))
      path = "/" + parts[3...].joined(separator: "/")
    }

    var host: String { "127.0.0.1:\(port)" }

    func get(_ path: String) async throws -> Request.Answer {
      try await Request(path: path, host: host).send(to: port)
    }
  }

  private func withServer(
    _ start: () async throws -> PageServer = {
      try await PageServer.start(
        WrittenIndex.open(head: #"{"a":1}"#, chunks: ["first", "", "third"]))
    }, _ body: (Running) async throws -> Void
  ) async throws {
    let server = try await start()
    do {
      try await body(Running(server))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  // MARK: - The secret

  @Test func start_address_hasASecretOfItsOwn() async throws {
    try await withServer { first in
      try await withServer { second in
        #expect(first.path.wholeMatch(of: /\/[0-9a-f]{32}\//) != nil)
        #expect(second.path.wholeMatch(of: /\/[0-9a-f]{32}\//) != nil)
        #expect(first.path != second.path)
        let answer = try await second.get(first.path)
        #expect(answer.status == 404)
      }
    }
  }

  @Test func get_pathWithoutTheSecret_isNotFound() async throws {
    try await withServer { running in
      let secret = running.path.split(separator: "/")[0]
      var other = Array(secret)
      other[31] = other[31] == "0" ? "1" : "0"
      let paths = [
        "/", "", "//", "/head", "/chunks/0", "/\(secret.dropLast())/", "/\(secret)0/head",
        "/\(String(other))/head", "/\(secret.uppercased())x/", "//\(secret)/head",
        "/x/\(secret)/head",
        "/?\(secret)", "/\(secret.replacing("a", with: "%61"))%2fhead", "/favicon.ico", "/open/",
        "/open/\(secret)", "*",
      ]
      for path in paths {
        let answer = try? await running.get(path)
        // A request without a path is none, and gets no answer.
        #expect(answer == nil || answer?.status == 404, "\(path)")
        #expect(answer?.text.contains(secret) != true, "\(path)")
      }
      let head = try await running.get(running.path + "head")
      #expect(head.text == #"{"a":1}"#)
    }
  }

  /// No part of a path leads out of the recording.
  @Test func get_pathThatClimbs_isNotFound() async throws {
    try await withServer { running in
      for path in [
        "../head", "..%2fhead", "%2e%2e/", "chunks/../head", "chunks/..%2f..%2fetc%2fpasswd",
        "chunks/0/../../../../etc/passwd", "./head", "chunks//0", "chunks/0/", "head/", "/head",
        "chunks/1.0", "chunks/0x1", "chunks/-1", "chunks/3", "chunks/99999999999999999999",
        "chunks/", "index", "before/", "figures", "head%00",
      ] {
        let answer = try await running.get(running.path + path)
        #expect(answer.status == 404, "\(path)")
        #expect(!answer.text.contains("third") && !answer.text.contains("root:"), "\(path)")
      }
    }
  }

  @Test func get_ticket_isGoodForOneRequest() async throws {
    try await withServer { running in
      func ticket() -> String {
        String(running.server.makeTicketAddress().dropFirst("http://\(running.host)".count))
      }
      let first = ticket()
      let second = ticket()
      // A new ticket replaces the previous one.
      #expect(try await running.get(first).status == 404)
      let answer = try await running.get(second)
      #expect(answer.status == 303)
      #expect(answer.fields["location"] == running.path)
      #expect(try await running.get(second).status == 404)
      // It is not the secret: it opens nothing else.
      let third = ticket()
      #expect(try await running.get("/" + third.split(separator: "/")[1] + "/head").status == 404)
      #expect(try await running.get(third).status == 303)
    }
  }

  @Test func get_ticketByManyAtOnce_isGivenToOne() async throws {
    try await withServer { running in
      let path = running.server.makeTicketAddress().dropFirst("http://\(running.host)".count)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<16 { group.addTask { try await running.get(String(path)).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 303 } == 1)
      #expect(statuses.count { $0 == 404 } == 15)
    }
  }

  // MARK: - Other sites

  @Test func get_hostOfAnotherName_isForbidden() async throws {
    try await withServer { running in
      let port = running.port
      for (host, status) in [
        (nil, 403), ("", 403), ("example.com", 403), ("example.com:\(port)", 403),
        ("127.0.0.1.example.com", 403), ("localhost.example.com:\(port)", 403),
        ("127.0.0.1:example.com", 403), ("localhost:\(port):example.com", 403),
        (":127.0.0.1", 403), ("localhost:", 403), ("localhost@example.com", 403),
        ("127.0.0.2:\(port)", 403), ("[::1]:\(port)", 403), ("0.0.0.0:\(port)", 403),
        ("127.1:\(port)", 403), ("127.0.0.1:\(port)", 200), ("localhost:\(port)", 200),
        ("LOCALHOST:\(port)", 200), ("localhost", 200),
        // A tunnel has another port.
        ("localhost:8080", 200),
      ] as [(String?, Int)] {
        let answer = try await Request(path: running.path + "head", host: host).send(to: port)
        #expect(answer.status == status, "\(host ?? "none")")
        #expect((answer.text == #"{"a":1}"#) == (status == 200), "\(host ?? "none")")
      }
    }
  }

  @Test func get_originOfAnotherPage_isForbidden() async throws {
    try await withServer { running in
      for (origin, status) in [
        ("http://\(running.host)", 200), ("https://\(running.host)", 403), ("null", 403), ("", 403),
        ("http://example.com", 403), ("http://127.0.0.1", 403), ("http://127.0.0.1:1", 403),
        ("http://localhost:\(running.port)", 403), ("http://\(running.host).example.com", 403),
        ("http://\(running.host), http://example.com", 403), ("HTTP://\(running.host)/", 403),
      ] {
        let request = Request(
          path: running.path + "head", host: running.host, fields: [("Origin", origin)])
        let answer = try await request.send(to: running.port)
        #expect(answer.status == status, "\(origin)")
      }
    }
  }

  /// A refused request does not reveal whether its secret is right.
  @Test func get_forbiddenRequest_saysNothingOfTheSecret() async throws {
    try await withServer { running in
      let answers = try await [running.path, "/wrong/"].asyncMap {
        try await Request(path: $0, host: "example.com").send(to: running.port)
      }
      #expect(answers.map(\.status) == [403, 403])
      #expect(answers[0].text == answers[1].text)
    }
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "PATCH"])
  func request_otherMethod_isNotAllowed(method: String) async throws {
    try await withServer { running in
      let answer = try await Request(method: method, path: running.path, host: running.host)
        .send(to: running.port)
      #expect(answer.status == 405)
      #expect(answer.fields["allow"] == "GET")
      #expect(answer.fields["access-control-allow-origin"] == nil)
    }
  }

  @Test func get_anyAnswer_isNotCachedEmbeddedOrSharedWithOthers() async throws {
    try await withServer { running in
      for path in [running.path, running.path + "head", running.path + "chunks/0", "/"] {
        let answer = try await running.get(path)
        #expect(answer.fields["cache-control"] == "no-store", "\(path)")
        #expect(answer.fields["x-content-type-options"] == "nosniff", "\(path)")
        #expect(answer.fields["referrer-policy"] == "no-referrer", "\(path)")
        #expect(answer.fields["cross-origin-resource-policy"] == "same-origin", "\(path)")
        #expect(answer.fields["access-control-allow-origin"] == nil, "\(path)")
      }
      let policy = try await running.get(running.path).fields["content-security-policy"] ?? ""
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.hasSuffix("; frame-ancestors 'none'"))
    }
  }

  // MARK: - Content

  @Test func get_recording_servesItsPageHeadAndChunks() async throws {
    try await withServer { running in
      let page = try await running.get(running.path)
      #expect(page.status == 200)
      #expect(page.fields["content-type"] == "text/html; charset=utf-8")
      #expect(page.text.contains(#"<meta name="signpost-data" content="served">"#))
      #expect(try await running.get(running.path + "head?x=1").text == #"{"a":1}"#)
      #expect(try await running.get(running.path + "chunks/0").text == "first")
      #expect(try await running.get(running.path + "chunks/1").text == "")
      #expect(try await running.get(running.path + "chunks/2").text == "third")
      let redirection = try await running.get(String(running.path.dropLast()))
      #expect(redirection.status == 303)
      #expect(redirection.fields["location"] == running.path)
    }
  }

  @Test func get_comparison_servesBothSides() async throws {
    try await withServer {
      try await PageServer.start(
        comparing: WrittenIndex.open(chunks: ["old"]), with: WrittenIndex.open(chunks: ["new"]))
    } _: { running in
      #expect(
        try await running.get(running.path).text.contains(
          #"<meta name="signpost-data" content="compared">"#))
      #expect(try await running.get(running.path + "before/chunks/0").text == "old")
      #expect(try await running.get(running.path + "after/chunks/0").text == "new")
      for path in [
        "before", "between/", "head", "chunks/0", "before/after/chunks/0", "before/chunks/1",
      ] { #expect(try await running.get(running.path + path).status == 404, "\(path)") }
      let side = try await running.get(running.path + "before/")
      #expect(side.fields["content-security-policy"]?.hasSuffix("frame-ancestors 'self'") == true)
    }
  }

  @Test func get_liveFigures_followTheNumberAndEnd() async throws {
    let page = LivePage(title: "<app>") { prefix, name in
      prefix == "p" && name == "ä b" ? Array("[1]".utf8) : nil
    }
    try await withServer {
      try await PageServer.start(page)
    } _: { running in
      #expect(try await running.get(running.path).text.contains("<title>&lt;app&gt;</title>"))
      // Waits for the first figures.
      async let waiting = running.get(running.path + "figures")
      page.publish("{\"n\":1}")
      #expect(try await waiting.text == "{\"n\":1}")
      let first = try await running.get(running.path + "figures")
      #expect(first.fields["signpost-number"] == "1")
      async let following = running.get(running.path + "figures/1")
      page.publish("{\"n\":2}")
      #expect(try await following.fields["signpost-number"] == "2")
      // A number of an earlier server at this address.
      #expect(try await running.get(running.path + "figures/77").text == "{\"n\":2}")
      let names = "distribution?prefix=p&name=%C3%A4%20b"
      #expect(try await running.get(running.path + names).text == "[1]")
      for path in [
        "distribution", "distribution?name=x", "figures/-1", "figures/x", "head", "figures/1/2",
      ] { #expect(try await running.get(running.path + path).status == 404, "\(path)") }
      page.close()
      #expect(try await running.get(running.path + "figures/2").status == 410)
      #expect(try await running.get(running.path + "figures/1").text == "{\"n\":2}")
    }
  }

  // MARK: - The port

  @Test func start_portThatIsTaken_isRefused() async throws {
    try await withServer { running in
      let error = await #expect(throws: PageServerFailure.self) {
        try await PageServer.start(WrittenIndex.open(), port: running.port)
      }
      #expect(error?.description.contains("served on port \(running.port): ") == true)
      let answer = try await running.get(running.path)
      #expect(answer.status == 200)
    }
  }

  @Test func stop_runningServer_endsItsAnswers() async throws {
    let running = try Running(await PageServer.start(WrittenIndex.open()))
    #expect(try await running.get(running.path).status == 200)
    await running.server.stop()
    await #expect(throws: Request.Failure.self) { try await running.get(running.path) }
  }
}

extension Sequence {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await transform(element)) }
    return result
  }
}
