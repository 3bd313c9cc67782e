import Glibc
import SystemSupport

/// Finds the file of a command name, by the rules of a shell.
struct ExecutableSearch {
  enum Failure: Error, Equatable {
    case notFound
    case notExecutable(path: String, reason: String)
  }

  var directories: [String]

  func find(_ command: ByteString) throws(Failure) -> ByteString {
    if command.bytes.contains(CChar(bitPattern: UInt8(ascii: "/"))) {
      switch Self.inspect(command) {
      case .missing: throw .notFound
      case .unusable(let reason):
        throw .notExecutable(path: command.description, reason: reason)
      case .executable: return command
      }
    }
    guard command.bytes.count > 1 else { throw .notFound }
    var unusable: Failure?
    for directory in directories {
      let candidate = ByteString(concatenating: ByteString(directory + "/"), command)
      switch Self.inspect(candidate) {
      case .missing: continue
      case .executable: return candidate
      case .unusable(let reason):
        unusable = unusable ?? .notExecutable(path: candidate.description, reason: reason)
      }
    }
    throw unusable ?? .notFound
  }

  func find(_ command: String) -> String? {
    try? find(ByteString(command)).description
  }

  private enum Finding {
    case missing
    case unusable(String)
    case executable
  }

  private static func inspect(_ path: ByteString) -> Finding {
    var status = stat()
    guard stat(path.bytes, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing : .unusable(errorText(errno))
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .unusable("it is a directory") }
    guard faccessat(AT_FDCWD, path.bytes, X_OK, AT_EACCESS) == 0 else {
      return .unusable(errno == EACCES ? "permission denied" : errorText(errno))
    }
    return .executable
  }
}
