import ComposableCore
import Foundation
import Glibc
import TestSupport
import Testing

/// Files on disk, and other processes that change them.
@Suite struct FileSystemTests {
  private let scratch: ScratchDirectory
  private let url: URL

  init() throws {
    scratch = try ScratchDirectory()
    url = URL(fileURLWithPath: scratch.path("settings.json"))
  }

  private func withDisk<R>(
    interval: Duration? = nil, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem(interval: interval)
    } operation: {
      try await operation()
    }
  }

  /// Has another process do something in the directory.
  private func shell(_ command: String) throws {
    let result = try Command.run(["/bin/sh", "-c", command], in: scratch.directory)
    #expect(result.status == 0, "\(result.errors)")
  }

  private func eventually(
    _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while !condition() {
      guard ContinuousClock.now < deadline else {
        Issue.record("It did not happen.", sourceLocation: sourceLocation)
        return
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func permissions(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.posixPermissions] as? Int
  }

  @Test func fileIsReplacedAsAWhole() async throws {
    try scratch.file("settings.json", "1", mode: 0o640)
    try await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      #expect(number == 1)
      $number.withLock { $0 = 2 }
      let mode = try permissions("settings.json")
      #expect(scratch.text("settings.json") == "2")
      #expect(mode == 0o640)
      #expect(scratch.entries("") == ["settings.json"])
    }
  }

  @Test func directoriesAreCreated() async throws {
    await withDisk {
      let url = URL(fileURLWithPath: scratch.path("a/b/number.json"))
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 2 }
      #expect(scratch.text("a/b/number.json") == "2")
    }
  }

  @Test func symbolicLinkStaysOne() async throws {
    try scratch.file("elsewhere/real.json", "1")
    try shell("ln -s elsewhere/real.json settings.json")
    try await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 2 }
      #expect(scratch.text("elsewhere/real.json") == "2")
      try shell("test -L settings.json")
      try shell("echo 3 > elsewhere/new; mv elsewhere/new elsewhere/real.json")
      try await eventually { number == 3 }
      try shell("echo 4 > other; ln -sfn other settings.json")
      try await eventually { number == 4 }
    }
  }

  @Test func otherProcessesAreNoticed() async throws {
    try await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      try shell("echo 1 > settings.json")
      try await eventually { number == 1 }
      try shell("echo 2 > settings.json")
      try await eventually { number == 2 }
      try shell("echo 3 > new; mv new settings.json")
      try await eventually { number == 3 }
      try shell("rm settings.json")
      try await eventually { number == 0 }
      try shell("echo 4 > new; ln new settings.json")
      try await eventually { number == 4 }
      $number.withLock { $0 = 5 }
      try shell("test $(cat settings.json) = 5; echo 6 > settings.json")
      try await eventually { number == 6 }
    }
  }

  @Test func directoryMayComeAndGo() async throws {
    try await withDisk {
      let url = URL(fileURLWithPath: scratch.path("a/b/number.json"))
      @Shared(.fileStorage(url)) var number = 0
      try shell("mkdir -p a/b; echo 1 > a/b/number.json")
      try await eventually { number == 1 }
      try shell("mv a old")
      try await eventually { number == 0 }
      try shell("mkdir -p new/b; echo 2 > new/b/number.json; mv new a")
      try await eventually { number == 2 }
      try shell("rm -r a")
      try await eventually { number == 0 }
    }
  }

  @Test func ownWritesAreNoNews() async throws {
    try await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      let other = URL(fileURLWithPath: scratch.path("other.json"))
      @Shared(.fileStorage(other)) var fence = 0
      let loads = LockIsolated(0)
      @Shared(
        .fileStorage(
          url,
          decode: { @Sendable data in
            loads.withValue { $0 += 1 }
            return String(decoding: data, as: UTF8.self)
          }, encode: { @Sendable in Data($0.utf8) })
      ) var text = ""
      // The file that the first value has created was loaded.
      loads.setValue(0)
      for value in 1...5 { $text.withLock { $0 = "\(value)" } }
      // Events come in order: this one is later than the events of the writes.
      try shell("echo 7 > other.json")
      try await eventually { fence == 7 }
      #expect(text == "5")
      #expect(loads.value == 0)
    }
  }

  @Test func writesAreThrottledAndTheLastIsWritten() async throws {
    try await withDisk(interval: .seconds(3600)) {
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 1 }
      #expect(scratch.text("settings.json") == "1")
      for value in 2...100 { $number.withLock { $0 = value } }
      #expect(scratch.text("settings.json") == "1")
      try await $number.save()
      #expect(scratch.text("settings.json") == "100")
    }
  }

  @Test func fileStorage_deletionBeforeAThrottledWrite_dropsTheWrite() async throws {
    try await withDisk(interval: .seconds(3600)) {
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 1 }
      $number.withLock { $0 = 2 }
      try shell("rm settings.json")
      try await eventually { number == 0 }
      // Writes the pending changes, of which there is none.
      try await $number.load()
      #expect(number == 0)
      #expect(scratch.entries("").isEmpty)
      $number.withLock { $0 = 3 }
      try await $number.save()
      #expect(scratch.text("settings.json") == "3")
    }
  }

  @Test func fileStorage_missingFile_isCreatedEmpty() async throws {
    await withDisk {
      @Shared(.fileStorage(url)) var number = 1
      #expect(scratch.entries("") == ["settings.json"])
      #expect(scratch.text("settings.json") == "")
      #expect(number == 1)
      #expect($number.loadError == nil)
      $number.withLock { $0 = 2 }
      #expect(scratch.text("settings.json") == "2")
    }
  }

  @Test func valueThatIsStillToBeWrittenIsLoaded() async throws {
    let storage = FileStorage.fileSystem(interval: .seconds(3600))
    try await withDependencies {
      $0.defaultFileStorage = storage
    } operation: {
      do {
        @Shared(.fileStorage(url)) var number = 0
        $number.withLock { $0 = 1 }
        try await $number.save()
        $number.withLock { $0 = 2 }
      }
      @Shared(.fileStorage(url)) var number = 0
      #expect(number == 2)
      #expect(scratch.text("settings.json") == "2")
    }
  }

  @Test func lastValueIsWrittenInTime() async throws {
    try await withDisk(interval: .milliseconds(20)) {
      do {
        @Shared(.fileStorage(url)) var number = 0
        for value in 1...100 { $number.withLock { $0 = value } }
      }
      try await eventually { scratch.text("settings.json") == "100" }
    }
  }

  @Test func lastValueIsWrittenWhenTheProgramExits() throws {
    try shell("'\(builtExecutable("FileStorageProgram"))' '\(url.path)'")
    #expect(scratch.text("settings.json") == "100")
  }

  @Test func damagedFileIsKeptBeside() async throws {
    try scratch.file("settings.json", "{ damaged", mode: 0o600)
    await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      #expect($number.loadError != nil)
      $number.withLock { $0 = 1 }
      $number.withLock { $0 = 2 }
    }
    #expect(scratch.text("settings.json") == "2")
    let kept = try #require(scratch.entries("").first { $0.contains(".damaged-") })
    #expect(scratch.text(kept) == "{ damaged")
    #expect(scratch.entries("").count == 2)
    #expect(try permissions("settings.json") == 0o600)
  }

  @Test func damageThatWasNotSeenYetIsKept() async throws {
    // The file is looked at when it is written, whether or not the change has been noticed.
    try await withDisk(interval: .seconds(3600)) {
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 1 }
      try await $number.save()
      $number.withLock { $0 = 2 }
      try shell("echo '{ damaged' > settings.json")
      try await $number.save()
      #expect(scratch.text("settings.json") == "2")
      let kept = try #require(scratch.entries("").first { $0.contains(".damaged-") })
      #expect(scratch.text(kept) == "{ damaged\n")
    }
  }

  @Test func directoryThatCannotBeWrittenIsAnError() async throws {
    try scratch.file("file", "no directory")
    try await withDisk {
      let url = URL(fileURLWithPath: scratch.path("file/settings.json"))
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 1 }
      #expect(number == 1)
      let directory = scratch.path("file")
      let error = try #require($number.saveError)
      #expect("\(error)".hasPrefix("To create the directory '\(directory)' failed: "))
      await #expect(throws: (any Error).self) { try await $number.save() }
    }
  }

  @Test func directoryInPlaceOfTheFileIsAnError() async throws {
    try shell("mkdir settings.json")
    await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      #expect("\($number.loadError, default: "")".contains("is no file, but a directory"))
    }
  }

  @Test func crashInTheMiddleOfAWriteLeavesNothing() async throws {
    try scratch.file(".settings.json.tmp", "half", mode: 0o400)
    await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 1 }
      #expect($number.saveError == nil)
    }
    #expect(scratch.text("settings.json") == "1")
    #expect(scratch.entries("") == ["settings.json"])
    #expect(try permissions("settings.json") == 0o644)
  }

  @Test func fileThatAnotherProcessIsWritingIsLeftAlone() async throws {
    let path = try scratch.file(".settings.json.tmp", "half")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX) == 0)
    await withDisk {
      @Shared(.fileStorage(url)) var number = 0
      $number.withLock { $0 = 1 }
      #expect(scratch.text("settings.json") == "1")
      #expect(scratch.entries("") == [".settings.json.tmp", "settings.json"])
      // A process that another test is just starting has the descriptor, too: closing is not
      // enough.
      #expect(flock(descriptor, LOCK_UN) == 0)
      close(descriptor)
      $number.withLock { $0 = 2 }
      #expect(scratch.entries("") == ["settings.json"])
    }
  }

  @Test func writersNeverLeaveHalfAFile() async throws {
    try await withDisk(interval: .milliseconds(1)) {
      @Shared(.fileStorage(url)) var numbers: [Int] = []
      let shared = $numbers
      let writer = Task.detached {
        for count in 1...200 { shared.withLock { $0 = Array(repeating: count, count: count * 20) } }
        try await shared.save()
      }
      try await eventually { !scratch.text("settings.json").isEmpty }
      for _ in 0..<200 {
        let data = try Data(contentsOf: url)
        let read = try JSONDecoder().decode([Int].self, from: data)
        #expect(Set(read).count <= 1)
      }
      try await writer.value
      #expect(scratch.entries("") == ["settings.json"])
    }
  }
}
