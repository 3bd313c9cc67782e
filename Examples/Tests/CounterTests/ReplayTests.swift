import ComposableCore
import Foundation
import NumberFacts
import SignpostTestSupport
import Testing

@testable import Counter

/// Replays a session of the program that scripts/sample-replay.sh has recorded.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ReplayTests {
  private let session = Replay("Sessions/counter.jsonl")

  @Test func repeatsTheSession() async throws {
    let result = try await session.run {
      CounterFeature(numberFact: .unused, clock: TestClock())
    }
    #expect(result.difference == nil)
    #expect(result.actionCount > 10)
    #expect(!result.state.isTimerRunning)
  }

  @Test func repeatsWhatCameFromOutside() async throws {
    let clock = TestClock()
    let result = try await session.run(.fromOutside, advancing: clock) {
      CounterFeature(numberFact: .computed, clock: clock, timerInterval: .milliseconds(20))
    }
    #expect(result.difference == nil)
    #expect(try await session.run { CounterFeature.unused }.actionCount == result.actionCount)
  }

  @Test func anAnswerThatDiffersIsADifference() async throws {
    let clock = TestClock()
    var result: ReplayResult<CounterFeature.State>?
    await withKnownIssue {
      result = try await session.run(.fromOutside, advancing: clock) {
        CounterFeature(
          numberFact: NumberFactClient { _ in "no idea" }, clock: clock,
          timerInterval: .milliseconds(20))
      }
    }
    #expect(result?.difference?.contains("no idea") == true)
  }

  /// `RECORD_FIXTURES=1` writes it into the documentation.
  @Test func aChangedReducerIsNamedAsTheDocumentationShows() async throws {
    var result: ReplayResult<CounterFeature.State>?
    await withKnownIssue {
      result = try await session.run { KeepsFact(base: .unused) }
    }
    let difference = try #require(result?.difference)
    let document = ShownOutput(of: "a replay of a changed Counter", in: "Documentation/Replay.md")
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
      try document.replace(by: difference)
    }
    #expect(try document.text == difference, "run scripts/sample-replay.sh")
  }
}

/// The counter after a change: a fact stays while the number goes on.
private struct KeepsFact: Reducer {
  let base: CounterFeature

  var body: some ReducerOf<CounterFeature> {
    Reduce { state, action in
      let fact = state.fact
      let effect = base.reduce(into: &state, action: action)
      if action == .incrementButtonTapped { state.fact = fact }
      return effect
    }
  }
}

extension CounterFeature {
  /// A feature whose dependencies must not be used.
  fileprivate static var unused: Self { Self(numberFact: .unused, clock: TestClock()) }
}

extension NumberFactClient {
  fileprivate static var unused: Self { Self { _ in fatalError("effects do not run") } }

  /// The answers of the service, computed without it.
  fileprivate static var computed: Self { Self { NumberFact.text(about: $0)! } }
}

/// A block of output in a document, below a line `<!-- output: NAME -->`.
private struct ShownOutput {
  let marker: String
  let file: URL

  init(of name: String, in document: String, filePath: StaticString = #filePath) {
    marker = "<!-- output: \(name) -->\n```\n"
    // Examples/Tests/CounterTests/ReplayTests.swift
    var repository = URL(fileURLWithPath: "\(filePath)")
    for _ in 1...4 { repository.deleteLastPathComponent() }
    file = repository.appendingPathComponent(document)
  }

  var text: String {
    get throws { String(try parts.text) }
  }

  func replace(by text: String) throws {
    let parts = try parts
    try (parts.before + text + parts.after).write(to: file, atomically: true, encoding: .utf8)
  }

  private var parts: (before: Substring, text: Substring, after: Substring) {
    get throws {
      let content = try String(contentsOf: file, encoding: .utf8)
      let start = try #require(content.range(of: marker), "\(file.path) lacks \(marker)")
      let end = try #require(
        content.range(of: "\n```\n", range: start.upperBound..<content.endIndex))
      return (
        content[..<start.upperBound], content[start.upperBound..<end.lowerBound],
        content[end.lowerBound...]
      )
    }
  }
}
