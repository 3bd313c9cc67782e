import Glibc
import SystemSupport

/// Creates the profile of a recording from the output of `perf record`, with `perf script`.
///
/// That is done once, on the machine with the sampled programs: their symbols are in their files.
package enum PerfConversion {
  package struct Failure: Error, Equatable {
    /// A sentence without its full stop.
    package var reason: String
  }

  /// The result.
  package struct Result: Equatable, Sendable {
    package var samples: Int
    package var lost: UInt64
  }

  /// Converts the data in a directory, and writes the profile beside it.
  ///
  /// - Parameters:
  ///   - perf: The path of the command.
  ///   - isCancelled: Called repeatedly; if it returns true, the unfinished profile is removed.
  package static func convert(
    in directory: String, perf: String, window: CPUProfile.Window?,
    isCancelled: () -> Bool = { false }
  ) throws(Failure) -> Result {
    let path = directory + "/" + CPUProfile.fileName
    let unfinished = "\(path).\(getpid())"
    let output = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw Failure(reason: "\(unfinished): \(errorText(errno))") }
    defer {
      close(output)
      unlink(unfinished)
    }
    let script = try Script(
      [
        // Looking up lines of source for inlined functions would take minutes.
        perf, "script", "-i", directory + "/" + CPUProfile.dataName, "-F", PerfScriptParser.fields,
        "--ns", "--no-inline", "--show-lost-events",
      ])
    var parser = PerfScriptParser(window: window)
    do throws(Failure) {
      try script.forEachLine(isCancelled) { line throws(Failure) in
        parser.add(line)
        if parser.writer.bytes.count >= 1 << 16 { try write(parser.takeBytes(), to: output) }
      }
      parser.finish()
      try write(parser.takeBytes(), to: output)
    } catch {
      script.kill()
      throw error
    }
    try script.finish()
    guard rename(unfinished, path) == 0 else {
      throw Failure(reason: "\(path): \(errorText(errno))")
    }
    return Result(samples: parser.writer.sampleCount, lost: parser.writer.lost)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    guard bytes.withUnsafeBytes({ Files.write($0, to: file) }) else {
      throw Failure(reason: "the profile cannot be written: \(errorText(errno))")
    }
  }

  /// A run of `perf script`.
  private struct Script {
    private let pid: pid_t
    private let output: Int32
    private let errors: Int32

    init(_ words: [String]) throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(reason: errorText(errno)) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // The errors of perf are short, and are read at the end.
      errors = (try? Files.openUnnamed(in: Files.temporaryParent)) ?? -1
      var launch = ProcessLaunch(ByteString(words[0]), words.map { ByteString($0) })
      launch.descriptors = [
        .open(0, "/dev/null", O_RDONLY), .copy(1, from: ends[1]),
        errors >= 0 ? .copy(2, from: errors) : .open(2, "/dev/null", O_WRONLY),
      ]
      launch.blockedSignals = .empty
      // Keys of the terminal are for this process, which handles the other.
      launch.group = .own
      defer { close(ends[1]) }
      let child: pid_t
      do throws(ProcessLaunch.Failure) {
        child = try launch.start()
      } catch {
        close(ends[0])
        if errors >= 0 { close(errors) }
        throw Failure(reason: "\(words[0]) cannot be started: \(errorText(error.errorNumber))")
      }
      (pid, output) = (child, ends[0])
    }

    func forEachLine(
      _ isCancelled: () -> Bool, _ body: (Line) throws(Failure) -> Void
    ) throws(Failure) {
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      var filled = 0
      while true {
        if isCancelled() { throw Failure(reason: "it was interrupted") }
        if filled == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
        let count = buffer.withUnsafeMutableBytes {
          read(output, $0.baseAddress! + filled, $0.count - filled)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
        var used = 0
        var failure: Failure?
        buffer.withUnsafeBytes { bytes in
          let text = UnsafeRawBufferPointer(rebasing: bytes[..<filled])
          var lines = Lines(bytes: text)
          while let line = lines.next() {
            do throws(Failure) {
              try body(line)
            } catch {
              failure = error
              return
            }
          }
          used = lines.position
        }
        if let failure { throw failure }
        buffer.withUnsafeMutableBytes { bytes in
          _ = memmove(bytes.baseAddress!, bytes.baseAddress! + used, filled - used)
        }
        filled -= used
      }
    }

    /// Waits for its end.
    func finish() throws(Failure) {
      let end = reap()
      let message = takeErrors()
      guard end == .exited(0) else {
        let first = message.split(separator: "\n").first.map(String.init) ?? "it says nothing"
        throw Failure(reason: "perf script failed: \(first)")
      }
    }

    func kill() {
      Glibc.kill(pid, SIGKILL)
      _ = reap()
      if errors >= 0 { close(errors) }
    }

    private func reap() -> ExitReason {
      close(output)
      return .waiting(for: pid)
    }

    private func takeErrors() -> String {
      guard errors >= 0 else { return "" }
      defer { close(errors) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = pread(errors, &buffer, buffer.count, 0)
      return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
  }
}
