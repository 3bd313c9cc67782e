import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A new file beside another one, which it is about to replace.
///
/// The next writer reuses its name, so that a file left behind by a crash does not stay. A lock
/// distinguishes files that are being written from abandoned ones: the system releases it when the
/// process exits.
struct TemporaryFile: ~Copyable {
  let path: String
  let descriptor: Int32

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The file to replace.
  ///   - mode: The permissions, subject to the process's umask.
  init(beside path: String, mode: mode_t) throws {
    let directory = (path as NSString).deletingLastPathComponent
    let base = "\(directory)/.\((path as NSString).lastPathComponent).tmp"
    // Other processes may be writing the same file.
    for slot in 0..<Self.slots {
      let path = slot == 0 ? base : "\(base)-\(slot)"
      if let descriptor = try Self.create(path, mode) {
        self.path = path
        self.descriptor = descriptor
        return
      }
    }
    throw FileError.system("To create", base, EEXIST)
  }

  deinit { Self.release(descriptor) }

  // A process that was forked meanwhile shares the descriptor, and with it the lock, until it calls
  // exec: closing alone would not release the lock.
  private static func release(_ descriptor: Int32) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static let slots = 100

  /// - Returns: The file; `nil` if another process is writing one with this name.
  private static func create(_ path: String, _ mode: mode_t) throws -> Int32? {
    for _ in 0..<10 {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if descriptor >= 0 {
        // If locks are not supported, files of other processes are left alone.
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        if !isLocked && errno != EWOULDBLOCK || isLocked && leads(path, to: descriptor) {
          return descriptor
        }
        // Another process considered it abandoned and took it.
        release(descriptor)
      } else if errno != EEXIST {
        throw FileError.system("To create", path, errno)
      } else if !removeIfLeftBehind(path) {
        return nil
      }
    }
    return nil
  }

  private static func removeIfLeftBehind(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { release(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    // The process may have replaced the target in the meantime. While the file is locked, it is not
    // changed.
    return !leads(path, to: descriptor) || unlink(path) == 0
  }

  private static func leads(_ path: String, to descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}
