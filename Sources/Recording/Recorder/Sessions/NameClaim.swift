import Glibc
import RecordingManifests
import SystemSupport

/// A lock on the name of a recording, which one recorder has at a time.
///
/// Recorders with a name are found by files in their private directories, which a command with
/// another TMPDIR does not see, and which do not exist yet while a recorder starts.
package final class NameClaim {
  private let path: String
  private let descriptor: Int32

  /// The lock of a free name; nil without a home directory, or where files cannot be locked: then
  /// all recorders have it.
  package static func take(_ name: String) throws(RecordingFailure) -> NameClaim? {
    guard let path = path(name) else { return nil }
    NamedRecording.makeParents(of: path)
    // A recorder that ends removes the file, perhaps between these steps.
    for _ in 1...100 {
      let descriptor = Files.aboveStandardStreams(
        open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600))
      guard descriptor >= 0 else { return nil }
      var lock = wholeFile
      guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
        let reason = errno
        close(descriptor)
        guard [EACCES, EAGAIN].contains(reason) else { return nil }
        throw RecordingFailure(
          .outputUnusable, "\(name) records already\(byOwner(of: name)): signpost stop \(name)")
      }
      if leads(path, to: descriptor) { return NameClaim(path, descriptor) }
      close(descriptor)
    }
    return nil
  }

  private static func byOwner(of name: String) -> String {
    owner(of: name).flatMap { $0 > 0 ? ", by process \($0)" : nil } ?? ""
  }

  /// The process id of the recorder that has a name, 0 in another container; nil if none has it.
  /// Not for that recorder, which would lose its lock.
  package static func owner(of name: String) -> pid_t? {
    guard let path = path(name) else { return nil }
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var lock = wholeFile
    guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != F_UNLCK else { return nil }
    return lock.l_pid
  }

  /// The names that recorders of this machine have, with their process ids as in ``owner(of:)``.
  package static var all: [(name: String, owner: pid_t)] {
    guard let directory = NamedRecording.path("") else { return [] }
    return Files.entries(of: directory).filter { $0.hasSuffix(suffix) }.sorted().compactMap {
      let name = String($0.dropLast(suffix.count))
      return owner(of: name).map { (name, $0) }
    }
  }

  private static var suffix: String { "@\(RecordingManifest.Host.current.name)" }

  /// Of this machine: others may share the home directory. No name contains an @.
  private static func path(_ name: String) -> String? {
    NamedRecording.path(name + suffix)
  }

  private static var wholeFile: flock {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    return lock
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    unlink(path)
    close(descriptor)
  }
}
