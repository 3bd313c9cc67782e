import ComposableCore
import Dispatch
import Foundation
import Testing

/// Files in a dictionary that the test owns.
@MainActor
@Suite struct DictionaryFilesTests {
  private let url = URL(filePath: "/settings/volume.json")

  private func text(_ files: LockIsolated<[URL: Data]>) -> String? {
    files.value[url].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func valuesAreLoadedAndSaved() {
    let files = LockIsolated([url: Data("5".utf8)])
    withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      @Shared(.fileStorage(url)) var volume = 1
      #expect(volume == 5)
      $volume.withLock { $0 = 6 }
      #expect(text(files) == "6")
      $volume.withLock { $0 = 7 }
      #expect(text(files) == "7")
    }
  }

  @Test func furtherWritesWaitForTheScheduler() async {
    let files = LockIsolated<[URL: Data]>([:])
    let scheduler = DispatchQueue.test
    await withDependencies {
      $0.defaultFileStorage = .inMemory(
        fileSystem: files, scheduler: scheduler.eraseToAnyScheduler())
    } operation: {
      @Shared(.fileStorage(url)) var volume = 1
      #expect(files.value == [url: Data()])
      $volume.withLock { $0 = 2 }
      #expect(text(files) == "2")
      $volume.withLock { $0 = 3 }
      $volume.withLock { $0 = 4 }
      #expect(text(files) == "2")
      await scheduler.advance(by: .seconds(1))
      #expect(text(files) == "4")
      await scheduler.advance(by: .seconds(2))
      $volume.withLock { $0 = 5 }
      #expect(text(files) == "5")
    }
  }
}
