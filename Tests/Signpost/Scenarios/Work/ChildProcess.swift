import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The ways in which a program makes another process.
enum ChildProcess: String, CaseIterable {
  /// A child that goes on in the same program.
  case fork
  /// The child of a child that has ended, in a session of its own.
  case daemon
  /// A child that becomes another program.
  case exec
  /// Another program, without a moment in which the child is this one.
  case spawn

  /// Makes the process and waits until it has ended, or has become a daemon.
  ///
  /// - Parameters:
  ///   - work: The work of a child that continues in this program.
  ///   - arguments: The arguments of a child that becomes another program: this one, once more.
  /// - Returns: The status of the direct child.
  func run(arguments: [String], work: () -> Void) -> Int32 {
    var vector = ([CommandLine.arguments[0]] + arguments).map { strdup($0) }
    vector.append(nil)
    defer { for argument in vector { free(argument) } }
    var child: pid_t = 0
    switch self {
    case .fork, .daemon, .exec:
      child = Glibc.fork()
      if child == 0 { goOn(vector, work) }
    case .spawn:
      if posix_spawn(&child, "/proc/self/exe", nil, nil, vector, environ) != 0 { child = -1 }
    }
    guard child > 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
  }

  private func goOn(_ vector: [UnsafeMutablePointer<CChar>?], _ work: () -> Void) -> Never {
    switch self {
    case .exec, .spawn:
      execv("/proc/self/exe", vector)
      _exit(127)
    case .daemon:
      setsid()
      if Glibc.fork() == 0 { work() }
    case .fork:
      work()
    }
    _exit(0)
  }
}
