import Glibc
import SystemSupport
import TraceRecording

/// A small process that restores the terminal if this one is killed, even with SIGKILL.
struct TerminalKeeper {
  private let pid: pid_t
  private let pipe: Int32

  private static let script = """
    trap '' HUP INT QUIT TERM TSTP TTIN TTOU PIPE
    read -r word
    [ "$word" = done ] && exit
    stty "$1" <&3
    printf "$2" >&4
    """

  /// - Returns: `nil` if it cannot be started: the terminal is then only restored by this process.
  static func start(_ settings: termios, input: Int32, output: Int32) -> TerminalKeeper? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    // A program that is started later must not hold it open.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    // The pipe's descriptors can be among the targets.
    let copies = [ends[0], input, output].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    defer { copies.forEach { close($0) } }
    let words = [
      "sh", "-c", script, "signpost-terminal", Self.text(settings),
      Terminal.leaveSequence.replacingEscapes,
    ]
    var launch = ProcessLaunch(ByteString("/bin/sh"), words.map { ByteString($0) })
    launch.descriptors = zip([0, 3, 4] as [Int32], copies).map { .copy($0, from: $1) }
    // Neither keys nor the end of the terminal reach the keeper.
    launch.group = .session
    guard let pid = try? launch.start() else {
      close(ends[1])
      return nil
    }
    return TerminalKeeper(pid: pid, pipe: ends[1])
  }

  /// Ends it, as the terminal was restored.
  func dismiss() {
    Files.write("done\n", to: pipe)
    close(pipe)
    _ = ExitReason.waiting(for: pid)
  }

  /// Settings in the form of `stty -g`.
  private static func text(_ settings: termios) -> String {
    var settings = settings
    let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    let characters = withUnsafeBytes(of: &settings.c_cc) { Array($0) }
    return (flags.map { String($0, radix: 16) } + characters.map { String($0, radix: 16) })
      .joined(separator: ":")
  }
}

extension String {
  /// With escape characters in the notation of `printf`.
  fileprivate var replacingEscapes: String {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).joined(separator: "\\033")
  }
}
