import ComposableDependencies
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct BuiltInDependenciesTests {
  @Test func uuidsCountUp() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
      #expect(uuid() == UUID(1))
    }
    #expect(UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
    #expect(UUID(0xABCD_EF01_2345).uuidString == "00000000-0000-0000-0000-ABCDEF012345")
    #expect(UUID(-1).uuidString == "00000000-0000-0001-0000-000000000001")
    #expect(UUID(.min).uuidString == "00000000-0000-0001-8000-000000000000")
    #expect(UUID(.max).uuidString == "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
    #expect(UUID(1 << 48) != UUID(0))
    #expect(UUIDGenerator.constant(UUID(3))() == UUID(3))
  }

  @Test func dateIsWhatATestSays() {
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1)
    } operation: {
      @Dependency(\.date.now) var now
      @Dependency(\.date) var date
      #expect(now == Date(timeIntervalSince1970: 1))
      #expect(date() == now)
    }
    #expect(DateGenerator.constant(Date(timeIntervalSince1970: 2)).now.timeIntervalSince1970 == 2)
  }

  @Test func calendarLocaleAndTimeZoneMayBeOverridden() {
    withDependencies {
      $0.calendar = Calendar(identifier: .iso8601)
      $0.locale = Locale(identifier: "de_DE")
      $0.preferredLocales = [Locale(identifier: "de_DE")]
      $0.timeZone = .gmt
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.preferredLocales) var locales
      @Dependency(\.timeZone) var timeZone
      #expect(calendar.identifier == .iso8601)
      #expect(locale.identifier == "de_DE")
      #expect(locales == [locale])
      #expect(timeZone == .gmt)
    }
  }

  @Test func randomNumbersComeFromTheGenerator() {
    struct Counting: RandomNumberGenerator, Sendable {
      var last: UInt64 = 0
      mutating func next() -> UInt64 {
        last += 1
        return last
      }
    }
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { $0.next() } == 1)
      #expect(withRandomNumberGenerator { $0.next() } == 2)
      _ = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      #expect(throws: CancellationError.self) {
        try withRandomNumberGenerator { _ in throw CancellationError() }
      }
    }
  }

  @Test func aTestWaitsForWhatIsFiredAndForgotten() async {
    struct Failure: Error {}
    let count = LockedCount()
    @Dependency(\.fireAndForget) var fireAndForget
    await fireAndForget {
      await Task.yield()
      count.increment()
      throw Failure()
    }
    #expect(count.current == 1)
  }

  @Test func liveValuesWork() async throws {
    try await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.self) var values
      #expect(values.uuid() != values.uuid())
      #expect(values.date().timeIntervalSinceNow < 60)
      try await values.continuousClock.sleep(for: .zero)
      try await values.suspendingClock.sleep(for: .zero)
      #expect(values.notificationCenter === NotificationCenter.default)
      #expect(values.urlSession === URLSession.shared)
      #expect(values.timeZone == .autoupdatingCurrent)
      #expect(values.calendar == .autoupdatingCurrent)
      #expect(values.locale == .autoupdatingCurrent)
      _ = values.preferredLocales
      _ = values.withRandomNumberGenerator { Bool.random(using: &$0) }
      values.assert(true)
      values.precondition(true, "fine")
    }
  }

  @Test func openURL_runsACommandWithTheURL() async throws {
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let opened = LockedTexts()
    await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.append(url.absoluteString)
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url))
    }
    #expect(opened.all == [url.absoluteString])
    #expect(await OpenURLEffect.running("true")(url))
    #expect(await !OpenURLEffect.running("false")(url))
    #expect(await !OpenURLEffect.running("no-such-command")(url))
    let option = try #require(URL(string: "--version"))
    #expect(await !OpenURLEffect.running("true")(option))
  }

  // MARK: Tests that don't say what they use

  struct Use: CustomTestStringConvertible, Sendable {
    let name: String
    let use: @Sendable () async -> Void
    var testDescription: String { name }
  }

  static let uses: [Use] = [
    Use(name: #"@Dependency(\.uuid)"#) {
      @Dependency(\.uuid) var uuid
      _ = uuid()
    },
    Use(name: #"@Dependency(\.date)"#) {
      @Dependency(\.date.now) var now
      _ = now
    },
    Use(name: #"@Dependency(\.calendar)"#) {
      @Dependency(\.calendar) var calendar
      _ = calendar
    },
    Use(name: #"@Dependency(\.locale)"#) {
      @Dependency(\.locale) var locale
      _ = locale
    },
    Use(name: #"@Dependency(\.preferredLocales)"#) {
      @Dependency(\.preferredLocales) var locales
      _ = locales
    },
    Use(name: #"@Dependency(\.timeZone)"#) {
      @Dependency(\.timeZone) var timeZone
      _ = timeZone
    },
    Use(name: #"@Dependency(\.notificationCenter)"#) {
      @Dependency(\.notificationCenter) var center
      #expect(center !== NotificationCenter.default)
    },
    Use(name: #"@Dependency(\.urlSession)"#) {
      @Dependency(\.urlSession) var session
      let url = URL(fileURLWithPath: "/")
      await #expect(throws: (any Error).self) {
        try await session.data(for: URLRequest(url: url))
      }
    },
    Use(name: #"@Dependency(\.openURL)"#) {
      @Dependency(\.openURL) var openURL
      #expect(await !openURL(URL(fileURLWithPath: "/")))
    },
    Use(name: #"@Dependency(\.withRandomNumberGenerator)"#) {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      _ = withRandomNumberGenerator { $0.next() }
    },
    Use(name: #"@Dependency(\.continuousClock).sleep"#) {
      @Dependency(\.continuousClock) var clock
      try? await clock.sleep(for: .seconds(1))
    },
    Use(name: #"@Dependency(\.suspendingClock).now"#) {
      @Dependency(\.suspendingClock) var clock
      _ = clock.now
    },
  ]

  @Test(arguments: uses) func aUseIsReportedWhereItIsDeclared(_ use: Use) async {
    await withKnownIssue {
      await use.use()
    } matching: { issue in
      issue.description.contains("which has no test value and no override")
        && issue.sourceLocation?.fileID == "DependenciesTests/BuiltInDependenciesTests.swift"
    }
  }

  @Test(arguments: uses) func aReportNamesWhatWasUsedAndHowToFixIt(_ use: Use) async {
    let name = use.name.dropFirst("@Dependency(\\.".count).prefix { $0 != ")" }
    let texts = LockedTexts()
    await withKnownIssue {
      await use.use()
    } matching: { issue in
      texts.append(issue.description)
      return true
    }
    #expect(texts.all.contains { $0.contains("A test used '\(use.name)'") })
    #expect(texts.all.allSatisfy { $0.contains("$0.\(name) = ") })
  }

  @Test func failedAssertionsAreIssues() {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition
    assert(true)
    precondition(true)
    for (text, use) in [
      ("Assertion failed.", { assert(false) }),
      ("Assertion failed: no", { assertionFailure("no") }),
      ("Precondition failed: never", { precondition(1 == 2, "never") }),
    ] as [(String, () -> Void)] {
      withKnownIssue {
        use()
      } matching: { issue in
        issue.description.contains(text)
      }
    }
  }

  @Test func mainQueue_withoutOverride_isReported() async throws {
    try await withKnownIssue {
      @Dependency(\.mainQueue) var mainQueue
      try await mainQueue.sleep(for: 1)
    } matching: {
      $0.description.contains(#"@Dependency(\.mainQueue)"#)
    }
  }
}
