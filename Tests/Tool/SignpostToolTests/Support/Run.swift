import Foundation
import TestSupport
import Testing

/// A command that a test has started, with its output in files that can be read while it runs.
///
/// Foundation's `Process` does not suffice: its children inherit the blocked signals of its thread,
/// and it counts as running as long as any descendant does.
final class Run {
  let pid: pid_t
  private let name: String
  private let bench: Workbench
  private var input: Int32
  private var status: Int32?

  init(
    _ bench: Workbench, _ command: [String], name: String = "run",
    environment: [String: String]? = nil
  ) throws {
    self.name = name
    self.bench = bench
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A separate group: signals for it must not reach the tests.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Workbench.Problem("pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    input = ends[1]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    for (descriptor, suffix) in [(Int32(1), "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, bench.path("\(name).\(suffix)"),
        O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
        0o644)
    }

    let words = ["/usr/bin/env", "-C", bench.directory] + command
    let variables = (environment ?? bench.environment).map { "\($0.key)=\($0.value)" }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var started: pid_t = 0
    let failure = posix_spawn(&started, words[0], &actions, &attributes, &arguments, &environment)
    guard failure == 0 else { throw Workbench.Problem("can't start \(command): \(failure)") }
    pid = started
  }

  deinit {
    if input >= 0 { close(input) }
    if status == nil {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
  }

  var output: String { bench.text("\(name).out") }
  var errors: String { bench.text("\(name).err") }
  var outputData: Data {
    FileManager.default.contents(atPath: bench.path("\(name).out")) ?? Data()
  }

  func send(_ text: String) throws { try send(Data(text.utf8)) }

  func send(_ data: Data) throws {
    try FileHandle(fileDescriptor: input, closeOnDealloc: false).write(contentsOf: data)
  }

  func closeInput() {
    close(input)
    input = -1
  }

  func signal(_ number: Int32) { kill(pid, number) }

  /// Waits for the end; the exit code as a shell gives it.
  func exitCode(_ location: SourceLocation = #_sourceLocation) throws -> Int32 {
    guard eventually({ hasEnded }), let status else {
      Issue.record("\(name) does not end: \(output) \(errors)", sourceLocation: location)
      throw Workbench.Problem("no end")
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  private var hasEnded: Bool {
    if status == nil {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { self.status = status }
    }
    return status != nil
  }
}

extension Workbench {
  /// Runs a command to its end.
  func run(
    _ command: [String], name: String = "run", environment: [String: String]? = nil
  ) throws -> (code: Int32, output: String, errors: String) {
    let run = try Run(self, command, name: name, environment: environment)
    run.closeInput()
    let code = try run.exitCode()
    return (code, run.output, run.errors)
  }

  /// Runs `signpost record` to its end.
  func record(
    _ arguments: String..., environment: [String: String]? = nil
  ) throws -> (code: Int32, output: String, errors: String) {
    try run([Tools.signpost, "record"] + arguments, environment: environment)
  }
}
