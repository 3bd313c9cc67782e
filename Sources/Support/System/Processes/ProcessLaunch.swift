import Glibc

/// A process to start, with `posix_spawn`.
package struct ProcessLaunch {
  /// The program: a path, or a name to search in PATH with ``searchesPath``.
  package var path: ByteString
  /// The arguments, of which the first is the name that the program sees of itself.
  package var arguments: [ByteString]
  package var environment = ProcessEnvironment.inherited
  package var searchesPath = false
  /// The operations on descriptors, in this order.
  package var descriptors: [Descriptor] = []
  package var group = Group.shared
  /// The blocked signals at the start of the process; `nil` for the blocked signals of this thread.
  package var blockedSignals: sigset_t?
  /// Whether signals have their default effects, also those that this process ignores.
  package var resetsSignals = false

  package init(_ path: ByteString, _ arguments: [ByteString]) {
    self.path = path
    self.arguments = arguments
  }

  package enum Descriptor {
    /// Opens a file as a descriptor.
    case open(Int32, String, Int32)
    /// Installs a copy of a descriptor of this process.
    case copy(Int32, from: Int32)
    case close(Int32)
  }

  package enum Group {
    /// The process group of this process: keys of the terminal reach it.
    case shared
    /// A separate process group: keys of the terminal do not reach it.
    case own
    /// A separate session: the end of the terminal does not reach it either.
    case session
  }

  /// The reason why a process was not started.
  package struct Failure: Error {
    /// The error number of the system.
    package var errorNumber: Int32

    package init(errorNumber: Int32) {
      self.errorNumber = errorNumber
    }
  }

  /// A function with the parameters of `posix_spawn`.
  package typealias Spawn = (
    UnsafeMutablePointer<pid_t>, UnsafePointer<CChar>,
    UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>,
    UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32

  /// Starts the process.
  ///
  /// - Parameter spawn: Starts it in place of `posix_spawn`.
  /// - Returns: Its process id. The caller waits for its end.
  package func start(with spawn: Spawn? = nil) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(setAttributes(&attributes)))

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in descriptors {
      switch descriptor {
      case .open(let target, let path, let flags):
        posix_spawn_file_actions_addopen(&actions, target, path, flags, 0o600)
      case .copy(let target, let source):
        posix_spawn_file_actions_adddup2(&actions, source, target)
      case .close(let target):
        posix_spawn_file_actions_addclose(&actions, target)
      }
    }

    var pid: pid_t = 0
    let failure = withCStrings(arguments) { arguments in
      withCStrings(environment.variables) { environment in
        if let spawn {
          return spawn(&pid, path.bytes, &actions, &attributes, arguments, environment)
        }
        let start = searchesPath ? posix_spawnp : posix_spawn
        return start(&pid, path.bytes, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw Failure(errorNumber: failure) }
    return pid
  }

  /// - Returns: The flags for the attributes that were set.
  private func setAttributes(_ attributes: inout posix_spawnattr_t) -> Int32 {
    var flags: Int32 = 0
    if var blockedSignals {
      posix_spawnattr_setsigmask(&attributes, &blockedSignals)
      flags |= POSIX_SPAWN_SETSIGMASK
    }
    if resetsSignals {
      var all = sigset_t()
      sigfillset(&all)
      posix_spawnattr_setsigdefault(&attributes, &all)
      flags |= POSIX_SPAWN_SETSIGDEF
    }
    switch group {
    case .shared: break
    case .own: flags |= POSIX_SPAWN_SETPGROUP
    case .session: flags |= posixSpawnSetSession
    }
    return flags
  }
}

// Glibc declares it for GNU sources only, and Swift imports the C library without them.
private let posixSpawnSetSession: Int32 = 0x80

extension sigset_t {
  /// No signals.
  package static var empty: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    return set
  }
}
