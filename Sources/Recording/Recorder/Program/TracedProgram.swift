import Glibc
import SystemSupport

/// The recorded program.
///
/// It is started as by the shell: with the same standard streams, in the same process group, with
/// the same signal dispositions and the same environment.
struct TracedProgram {
  let pid: pid_t
  let name: String

  /// - Parameter prepare: Called with the process id before the program's first instruction; for a
  ///   program with the descriptors and the group of this process.
  static func start(
    _ path: ByteString, arguments: [ByteString], environment: ProcessEnvironment,
    supervisor: ProcessSupervisor,
    descriptors: [ProcessSupervisor.Launch.Redirection]? = nil,
    group: ProcessLaunch.Group = .shared, user: ProgramUser? = nil,
    after prepare: ((pid_t) -> Void)? = nil
  ) throws(RecordingFailure) -> TracedProgram {
    let name = arguments[0].description
    func launch(
      _ path: ByteString, _ arguments: [ByteString]
    ) throws(ProcessLaunch.Failure) -> pid_t {
      try supervisor.start(
        .init(
          path: path, arguments: arguments, environment: environment, descriptors: descriptors,
          group: group, inheritsIgnored: true, user: user))
    }
    do throws(ProcessLaunch.Failure) {
      if let prepare {
        let pid = try supervisor.startHeld(
          path, arguments: arguments, environment: environment, user: user,
          after: prepare)
        return TracedProgram(pid: pid, name: name)
      }
      let pid: pid_t
      do throws(ProcessLaunch.Failure) {
        pid = try launch(path, arguments)
      } catch  where error.errorNumber == ENOEXEC {
        // A script without a line that names its interpreter: shells run it themselves.
        pid = try launch(
          ByteString("/bin/sh"), [ByteString("sh"), path] + arguments.dropFirst())
      }
      return TracedProgram(pid: pid, name: name)
    } catch {
      // The file was found before, so only its interpreter can be missing.
      let reason =
        error.errorNumber == ENOENT
        ? "the interpreter it names does not exist" : errorText(error.errorNumber)
      let identity = user.map { " as \($0.name)" } ?? ""
      throw RecordingFailure(.programNotExecutable, "can't run \(name)\(identity): \(reason).")
    }
  }

  func send(_ signal: Int32) {
    kill(pid, signal)
  }

  /// Whether signals to the process group of this process reach it.
  var sharesGroup: Bool {
    getpgid(pid) == getpgrp()
  }
}
