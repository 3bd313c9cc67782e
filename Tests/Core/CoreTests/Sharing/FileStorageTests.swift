import ComposableCore
import Foundation
import Observation
import TestSupport
import Testing

/// The logic of files, on files in memory.
@Suite struct FileStorageTests {
  struct Settings: Codable, Equatable, Sendable {
    var volume = 5
  }

  private let url = URL(fileURLWithPath: "/settings.json")
  private let files = MemoryFiles()

  private func withFiles<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await withDependencies {
      $0.defaultFileStorage = .inMemory(files)
    } operation: {
      try await operation()
    }
  }

  private func put(_ text: String?) {
    files.put(text.map { Data($0.utf8) }, at: url.path)
  }

  private var text: String? {
    files.contents[url.path].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func fileStorage_missingFile_isCreatedEmpty() async {
    await withFiles {
      @Shared(.fileStorage(url)) var settings = Settings()
      #expect(settings == Settings())
      #expect(text == "")
      $settings.withLock { $0.volume = 6 }
      #expect(text == #"{"volume":6}"#)
    }
  }

  @Test func storedValueIsLoaded() async {
    put(#"{"volume":11}"#)
    await withFiles {
      @Shared(.fileStorage(url)) var settings = Settings()
      #expect(settings.volume == 11)
    }
  }

  @Test func contentsMayBeGiven() {
    withDependencies {
      $0.defaultFileStorage = .inMemory([url: Data("9".utf8)])
    } operation: {
      @Shared(.fileStorage(url)) var number = 1
      #expect(number == 9)
    }
  }

  @Test func testsHaveFilesInMemory() {
    let url = URL(fileURLWithPath: "/proc/no-file-can-be-here")
    @Shared(.fileStorage(url)) var number = 1
    $number.withLock { $0 = 2 }
    #expect($number.saveError == nil)
    @SharedReader(.fileStorage(url)) var reader = 1
    #expect(reader == 2)
  }

  @Test func formIsOfYourChoice() async {
    await withFiles {
      let note = Shared(
        wrappedValue: "",
        .fileStorage(
          url, decode: { @Sendable in String(decoding: $0, as: UTF8.self) },
          encode: { @Sendable in Data($0.utf8) }))
      note.withLock { $0 = "Milk" }
      #expect(text == "Milk")
    }
  }

  @Test func changesByOthersAreNoticed() async {
    await withFiles {
      @Shared(.fileStorage(url)) var settings = Settings()
      let changes = LockIsolated(0)
      withObservationTracking {
        _ = settings
      } onChange: {
        changes.withValue { $0 += 1 }
      }
      put(#"{"volume":1}"#)
      #expect(settings.volume == 1)
      #expect(changes.value == 1)
      put(nil)
      #expect(settings == Settings())
      put(#"{"volume":2}"#)
      #expect(settings.volume == 2)
    }
  }

  @Test func emptyFileIsNoValue() async throws {
    put("")
    try await withFiles {
      @Shared(.fileStorage(url)) var settings = Settings(volume: 1)
      #expect(settings.volume == 1)
      #expect($settings.loadError == nil)
      $settings.withLock { $0.volume = 2 }
      put("")
      #expect(settings.volume == 1)
      try await $settings.load()
      #expect($settings.loadError == nil)
      $settings.withLock { $0.volume = 3 }
      #expect(files.contents.count == 1)
    }
  }

  @Test func emptyFileMayBeAValueInAFormOfYourChoice() async {
    put("")
    await withFiles {
      let note = Shared(
        wrappedValue: "Milk",
        .fileStorage(
          url, decode: { @Sendable in String(decoding: $0, as: UTF8.self) },
          encode: { @Sendable in Data($0.utf8) }))
      #expect(note.wrappedValue == "")
    }
  }

  @Test func damagedFileIsAnErrorAndKept() async {
    put("{ damaged")
    await withFiles {
      let shared = Shared(wrappedValue: Settings(), .fileStorage(url))
      #expect(shared.wrappedValue == Settings())
      #expect(shared.loadError is DecodingError)
      #expect(text == "{ damaged")
      shared.withLock { $0.volume = 1 }
      #expect(shared.loadError == nil)
      shared.withLock { $0.volume = 2 }
      #expect(text == #"{"volume":2}"#)
      let kept = files.contents.filter { $0.key.hasPrefix("/settings.json.damaged-") }
      #expect(kept.values.map { String(decoding: $0, as: UTF8.self) } == ["{ damaged"])
    }
  }

  @Test func repairedFileIsNoticed() async throws {
    await withFiles {
      @Shared(.fileStorage(url)) var settings = Settings()
      $settings.withLock { $0.volume = 1 }
      put("{ damaged")
      #expect(settings.volume == 1)
      #expect($settings.loadError != nil)
      await #expect(throws: (any Error).self) { try await $settings.load() }
      put(#"{"volume":3}"#)
      #expect(settings.volume == 3)
      #expect($settings.loadError == nil)
      $settings.withLock { $0.volume = 4 }
      #expect(files.contents.count == 1)
    }
  }

  @Test func valueThatCannotBeWrittenIsAnError() async {
    await withFiles {
      @Shared(.fileStorage(url)) var number = 1.0
      $number.withLock { $0 = .infinity }
      #expect($number.saveError != nil)
      #expect(text == "")
      await #expect(throws: EncodingError.self) { try await $number.save() }
      $number.withLock { $0 = 2 }
      #expect($number.saveError == nil)
      #expect(text == "2")
    }
  }

  @Test func urlThatIsNoFileIsAnError() async throws {
    let url = try #require(URL(string: "https://example.org/settings.json"))
    @Shared(.fileStorage(url)) var number = 1
    let error = try #require($number.loadError)
    #expect("\(error)".contains("is no file") && "\(error)".contains("fileURLWithPath"))
  }

  @Test func throttleWritesFirstAndLast() {
    let start = ContinuousClock.now
    var throttle = Throttle(interval: .seconds(1))
    func request(_ milliseconds: Int) -> Duration? {
      throttle.request(at: start + .milliseconds(milliseconds))
    }
    func begin(_ milliseconds: Int, number: Int? = nil) -> Bool {
      throttle.begin(number, at: start + .milliseconds(milliseconds))
    }
    #expect(!begin(0))
    #expect(request(0) == .zero)
    #expect(request(0) == nil)
    #expect(begin(0))
    #expect(!begin(0))
    #expect(request(300) == .milliseconds(700))
    #expect(request(400) == nil)
    #expect(begin(1000))
    #expect(request(5000) == .zero)
    // The first request has been answered; its turn, when it comes late, does not count for the
    // others.
    #expect(throttle.number == 3)
    #expect(!begin(5000, number: 1))
    #expect(begin(5000, number: 3))
  }
}
