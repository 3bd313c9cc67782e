#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
    guard output >= 0 else { throw Failure(reason: "\(unfinished): \(text(of: errno))") }
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
      throw Failure(reason: "\(path): \(text(of: errno))")
    }
    return Result(samples: parser.writer.sampleCount, lost: parser.writer.lost)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress! + position, bytes.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw Failure(reason: "the profile cannot be written: \(text(of: errno))")
      }
      position += count
    }
  }

  private static func text(of code: Int32) -> String { String(cString: strerror(code)) }

  /// A run of `perf script`.
  private struct Script {
    private let pid: pid_t
    private let output: Int32
    private let errors: Int32

    init(_ words: [String]) throws(Failure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw Failure(reason: text(of: errno)) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // Its errors are short, and are read at the end.
      var template = Array("/tmp/signpost-perf-XXXXXX".utf8CString)
      errors = mkstemp(&template)
      if errors >= 0 {
        _ = fcntl(errors, F_SETFD, FD_CLOEXEC)
        unlink(template)
      }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      if errors >= 0 {
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
      } else {
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      // Keys of the terminal are for this process, which handles the other.
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { arguments.forEach { free($0) } }
      var child: pid_t = 0
      let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, environ)
      close(ends[1])
      guard code == 0 else {
        close(ends[0])
        if errors >= 0 { close(errors) }
        throw Failure(reason: "\(words[0]) cannot be started: \(text(of: code))")
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
      let status = reap()
      let message = takeErrors()
      guard status == 0 else {
        let first = message.split(separator: "\n").first.map(String.init) ?? "it says nothing"
        throw Failure(reason: "perf script failed: \(first)")
      }
    }

    func kill() {
      Glibc.kill(pid, SIGKILL)
      _ = reap()
      if errors >= 0 { close(errors) }
    }

    private func reap() -> Int32 {
      close(output)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 {
        if errno != EINTR { return 0 }
      }
      return status
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
