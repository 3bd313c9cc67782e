import Foundation
import TestSupport
import Testing

@testable import SignpostTool
@testable import TraceAnalysis

/// The line on a terminal that says how far a trace was read.
@Suite struct ProgressLineTests {
  private final class Terminal {
    private(set) var controller: Int32 = -1
    private(set) var device: Int32 = -1

    init() throws {
      // As `posix_openpt` and `ptsname` do, which Glibc declares for X/Open sources only.
      controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (isLocked, number): (Int32, UInt32) = (0, 0)
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      try #require(ioctl(controller, setLock, &isLocked) == 0)
      try #require(ioctl(controller, getNumber, &number) == 0)
      device = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(device >= 0)
    }

    deinit {
      close(device)
      close(controller)
    }

    /// The output since the last call.
    func text() -> String {
      _ = fcntl(controller, F_SETFL, O_NONBLOCK)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(controller, &buffer, buffer.count)
      return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  @Test func aTerminalShowsHowFarItIs() throws {
    let terminal = try Terminal()
    let line = ProgressLine(on: terminal.device, after: .zero)
    let handler = try #require(line.handler)
    handler(ReadingProgress(events: 4000, part: 0.5))
    #expect(terminal.text().hasSuffix("50 %, 4000 events"))
    // Not ten thousand times a second.
    handler(ReadingProgress(events: 8000, part: 1))
    #expect(terminal.text() == "")
    line.clear()
    #expect(terminal.text() == "\r\u{1b}[K")
    line.clear()
    #expect(terminal.text() == "")
  }

  @Test func whatIsShortShowsNothing() throws {
    let terminal = try Terminal()
    let line = ProgressLine(on: terminal.device)
    line.handler?(ReadingProgress(events: 1))
    line.clear()
    #expect(terminal.text() == "")
  }

  @Test func thereIsNoneInFilesNorBesidesOutputOnATerminal() throws {
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    #expect(ProgressLine(on: file, after: .zero).handler == nil)
    let terminal = try Terminal()
    #expect(ProgressLine(besides: terminal.device, on: terminal.device).handler == nil)
    #expect(ProgressLine(besides: file, on: terminal.device).handler != nil)
  }
}
