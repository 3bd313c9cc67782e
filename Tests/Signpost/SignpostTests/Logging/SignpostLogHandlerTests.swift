import ComposableCore
import Logging
import Signpost
import Testing

@Suite struct SignpostLogHandlerTests {
  private let recorder = SignpostRecorder()

  private func makeLogger(_ provider: Logger.MetadataProvider? = nil) -> Logger {
    Logger(label: "app") { SignpostLogHandler(label: $0, metadataProvider: provider) }
  }

  private var metadata: [String] {
    recorder.events.compactMap { event in
      if case .log(_, _, _, let metadata) = event { metadata } else { nil }
    }
  }

  @Test func everyLevelIsRecordedThatIsNotBelowTheLoggers() {
    for level in Logger.Level.allCases {
      recorder.removeAll()
      var logger = makeLogger()
      logger.logLevel = level
      recorder.record {
        for level in Logger.Level.allCases { logger.log(level: level, "\(level)") }
      }
      #expect(
        recorder.events
          == Logger.Level.allCases.filter { $0 >= level }.map {
            .log(level: $0, label: "app", message: "\($0)", metadata: "")
          })
    }
  }

  @Test func loggersAreValues() {
    let first = makeLogger()
    var second = first
    second.logLevel = .error
    second[metadataKey: "only"] = "second"
    #expect(first.logLevel == .info)
    #expect(second.logLevel == .error)
    #expect(first[metadataKey: "only"] == nil)
    #expect(second[metadataKey: "only"] == "second")
    recorder.record {
      first.info("one")
      second.info("not recorded")
      second.error("two")
    }
    #expect(
      recorder.events == [
        .log(level: .info, label: "app", message: "one", metadata: ""),
        .log(level: .error, label: "app", message: "two", metadata: "only=second"),
      ])
  }

  @Test func whatIsSaidLaterGoesBefore() {
    var logger = makeLogger(
      Logger.MetadataProvider { ["b": "provider", "c": "provider", "d": "provider"] })
    logger[metadataKey: "a"] = "logger"
    logger[metadataKey: "b"] = "logger"
    logger[metadataKey: "c"] = "logger"
    recorder.record { logger.info("", metadata: ["c": "record", "e": "record"]) }
    #expect(metadata == ["a=logger b=provider c=record d=provider e=record"])
  }

  @Test(arguments: [
    ("plain", "a=plain"), ("", #"a="""#), ("two words", #"a="two words""#), ("a=b", #"a="a=b""#),
    (#"say "hi""#, #"a="say \"hi\"""#), (#"C:\"#, #"a="C:\\""#),
    ("a\nb\t\u{1B}", #"a="a\nb\t\u{1b}""#),
    ("/path/to:8080?x", "a=/path/to:8080?x"), ("größer", "a=größer"), ("[1]", #"a="[1]""#),
  ])
  func textsAreQuotedWhereTheyCouldBeTakenForSomethingElse(text: String, expected: String) {
    recorder.record { makeLogger().info("", metadata: ["a": "\(text)"]) }
    #expect(metadata == [expected])
  }

  @Test func nestedMetadataAndErrorsAreOneLine() {
    struct Failure: Error {}
    recorder.record {
      makeLogger().info(
        "",
        metadata: [
          "list": ["x", ["y": "z"], []], "none": [:], "number": .stringConvertible(7),
          "two words": "key",
        ])
      makeLogger().error("", error: Failure())
    }
    #expect(metadata.first == #"list=[x, {y=z}, []] none={} number=7 "two words"=key"#)
    #expect(metadata.last?.hasPrefix(#"error.message=Failure() error.type="#) == true)
    #expect(metadata.last?.contains("SignpostTests") == true)
  }

  @Test func nothingIsFormattedWhileNobodyListens() {
    struct Counting: CustomStringConvertible, Sendable {
      let count: LockIsolated<Int>
      var description: String {
        count.withValue { $0 += 1 }
        return ""
      }
    }
    let count = LockIsolated(0)
    let logger = makeLogger(
      Logger.MetadataProvider {
        count.withValue { $0 += 1 }
        return [:]
      })
    func use() { logger.info("", metadata: ["a": .stringConvertible(Counting(count: count))]) }
    use()
    #expect(count.value == 0)
    recorder.record { use() }
    #expect(count.value == 2)
  }

  @Test func anotherHandlerWritesTheSameRecords() {
    struct Keeping: LogHandler {
      let messages: LockIsolated<[String]>
      var metadata: Logger.Metadata = [:]
      var metadataProvider: Logger.MetadataProvider?
      var logLevel = Logger.Level.warning

      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) { messages.withValue { $0.append(event.message.description) } }
    }
    let messages = LockIsolated<[String]>([])
    let logger = Logger(label: "app") { label in
      SignpostLogHandler(label: label).alongside(Keeping(messages: messages))
    }
    recorder.record {
      logger.debug("neither")
      logger.info("in the trace")
      logger.warning("in both")
    }
    #expect(messages.value == ["in both"])
    #expect(
      recorder.events == [
        .log(level: .info, label: "app", message: "in the trace", metadata: ""),
        .log(level: .warning, label: "app", message: "in both", metadata: ""),
      ])
  }
}
