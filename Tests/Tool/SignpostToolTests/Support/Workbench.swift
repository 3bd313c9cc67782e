import Foundation
import TestSupport
import Testing

/// A directory of its own for one test, and the processes that the test starts in it.
///
/// Each process has the directory's name in its environment: so the test can distinguish its own
/// processes from all others on the machine, and end them in any case.
final class Workbench: ScratchFiles, Sendable {
  private let scratch: ScratchDirectory

  var directory: String { scratch.directory }

  init() throws {
    scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: path("tmp"), withIntermediateDirectories: false)
  }

  deinit {
    for pid in processes { kill(pid, SIGKILL) }
  }

  /// The environment that everything is started with.
  var environment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": directory, "TMPDIR": path("tmp"), "LC_ALL": "C",
    ]
  }

  /// The living processes that were started by this test, or by those it started.
  var processes: [pid_t] {
    let own = getpid()
    return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [])
      .compactMap { pid_t($0) }
      .filter { pid in
        guard pid != own,
          let environment = FileManager.default.contents(
            atPath: "/proc/\(pid)/environ")
        else { return false }
        return environment.range(of: Data("\(directory)/".utf8)) != nil
      }
  }

  /// Fails the test unless everything that `signpost` started or created goes away.
  func expectNothingLeft(_ location: SourceLocation = #_sourceLocation) {
    #expect(
      eventually { processes.isEmpty && entries("tmp").isEmpty },
      "left: processes \(descriptions), files \(entries("tmp"))", sourceLocation: location)
    // Daemons of others name a file there as well, for a moment at a time.
    #expect(
      eventually { sharedMemory.isEmpty }, "left: shared memory \(sharedMemory)",
      sourceLocation: location)
  }

  private var sharedMemory: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? [])
      .filter { $0.contains("signpost") || $0.contains("ust-consumer") }
  }

  private var descriptions: [String] {
    processes.map { pid in
      let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
      return "\(pid) " + String(decoding: line, as: UTF8.self).replacing("\0", with: " ")
    }
  }

  struct Problem: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }
}

/// Waits until a condition holds, for as long as even a busy machine may take.
func eventually(_ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  while !condition() {
    if ContinuousClock.now > end { return false }
    usleep(5000)
  }
  return true
}
