import ComposableArchitecture
import Testing

@Suite struct DependencyClientTests {
  @Test func theShortInitializerTakesWhatIsNoFunction() {
    let client = Search(limit: 3)
    #expect(client.limit == 3)
    #expect(client.prefix == "a")
    #expect(Search(limit: 3, prefix: "b", onClose: {}).prefix == "b")
    withKnownIssue { #expect(throws: Unimplemented.self) { try client.find("x") } }
  }

  @Test func constantsThatAreFunctionsArePassed() {
    let closed = LockIsolated(0)
    Search(limit: 1, onClose: { closed.withValue { $0 += 1 } }).onClose()
    #expect(closed.value == 1)
  }

  @Test func autoclosuresAreEvaluatedByTheClient() {
    let messages = LockIsolated<[String]>([])
    var client = Search(limit: 1)
    client.log = { message in
      let text = message()
      messages.withValue { $0.append(text) }
    }
    client.log(message: "a" + "b")
    #expect(messages.value == ["ab"])
  }

  @Test func defaultsReportThatTheyAreUsed() {
    let client = Search(limit: 1)
    withKnownIssue { #expect(client.count(in: "abc") == 3) }
    withKnownIssue { #expect(client.size(of: 1) == 1) }
    withKnownIssue { #expect(client.size(of: 5) == 0) }
  }

  @Test func unimplementedEndpoint_isReportedAtItsLine() {
    let lines = LockIsolated<[Int]>([])
    withKnownIssue {
      _ = Located().first()
      _ = Located().second()
    } matching: { issue in
      lines.withValue { $0 += [issue.sourceLocation?.line ?? 0] }
      return issue.sourceLocation?.fileName == "DependencyClientTests.swift"
    }
    #expect(lines.value == [Located.line + 1, Located.line + 2])
  }

  @Test func entriesInferTheirTypes() {
    withDependencies {
      $0.searchPrefix = "c"
    } operation: {
      @Dependency(\.searchPrefix) var prefix
      #expect(prefix == "c")
    }
    @Dependency(\.searchPrefix) var prefix
    #expect(prefix == "test")
    @Dependency(\.searchLimit) var limit
    #expect(limit == 1)
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.searchLimit) var limit
      #expect(limit == 2)
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.searchPrefix) var prefix
      #expect(prefix == "preview")
    }
  }
}

@DependencyClient
private struct Search: Sendable {
  var limit: Int
  var prefix = "a"
  let onClose: @Sendable () -> Void

  var find: @Sendable (_ text: String) throws -> Int
  var log: @Sendable (_ message: @autoclosure () -> String) -> Void
  var count: @Sendable (_ in: String) -> Int = { { $0.count }($0) }
  var size: @Sendable (_ of: Int) -> Int = { if $0 == 1 { 1 } else { 0 } }

  init(limit: Int) {
    self.init(limit: limit, onClose: {})
  }
}

extension DependencyValues {
  @DependencyEntry(previewValue: "preview")
  fileprivate var searchPrefix = "test"
  @DependencyEntry("SearchLimitKey")
  var searchLimit: Int = 1
}

extension DependencyValues.SearchLimitKey: DependencyKey {
  static let liveValue = 2
}

@DependencyClient
private struct Located {
  static let line = #line
  var first: () -> Int? = { nil }
  var second: () -> Int?
}
