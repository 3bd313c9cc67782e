import Foundation
import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct DiskWatchTests {
  @Test func look_diskWithRoom_isNotFull() throws {
    var watch = try #require(DiskWatch(directory: NSTemporaryDirectory(), buffered: 0))
    // There is more than the one MiB that it keeps where tests run.
    #expect(watch.look() == nil)
    #expect(!watch.isFull)
    #expect(watch.hasAlwaysHadRoom)
    #expect(watch.interval <= .seconds(1))
  }

  @Test func roomForNotes_released_leavesNoFile() throws {
    let directory = NSTemporaryDirectory() + "/disk-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    RoomForNotes.reserve(in: directory)
    #expect(Files.size(of: RoomForNotes.file(in: directory)) == RoomForNotes.bytes)
    RoomForNotes.release(in: directory)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  @Test func leavesMostOfASmallDiskToTheTrace() throws {
    // More than any disk has.
    var watch = try #require(DiskWatch(directory: NSTemporaryDirectory(), buffered: 1 << 58))
    let free = try #require(Files.freeBytes(of: NSTemporaryDirectory()))
    #expect(watch.reserve < free / 2)
    #expect(watch.look() == nil)
  }

  @Test func hasRoomAgain_whileTheDiskIsNotFull_isFalse() throws {
    let watch = try #require(DiskWatch(directory: NSTemporaryDirectory(), buffered: 0))
    #expect(!watch.hasRoomAgain)
  }

  @Test func aDirectoryThatIsNotThereIsNotWatched() {
    #expect(DiskWatch(directory: "/nowhere/at/all", buffered: 0) == nil)
  }
}
