import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Files on disk.
struct DiskFiles: Files {
  func read(_ path: String) throws -> (data: Data, stamp: FileStamp)? {
    // A file that changes while it is read is read again, a few times.
    var last: (data: Data, stamp: FileStamp)?
    for _ in 0..<4 {
      guard let result = try readOnce(path) else { return nil }
      if stamp(of: path) == result.stamp { return result }
      last = result
    }
    return last
  }

  private func readOnce(_ path: String) throws -> (data: Data, stamp: FileStamp)? {
    // Non-blocking, so that opening a pipe does not wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError.system("To open", path, errno)
    }
    defer { close(descriptor) }
    let status = try status(of: descriptor, path)
    guard status.isRegularFile else { throw Self.irregular(path) }
    var data = Data(capacity: Int(status.st_size) + 1)
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        data.append(contentsOf: buffer[..<count])
      } else if count == 0 {
        return (data, status.stamp)
      } else if errno != EINTR {
        throw FileError.system("To read", path, errno)
      }
    }
  }

  func stamp(of path: String) -> FileStamp? {
    var status = stat()
    return stat(path, &status) == 0 ? status.stamp : nil
  }

  /// Writes a new file beside the old one, syncs it, and renames it over the old one.
  func write(
    _ data: Data, to path: String, willReplace: () throws -> Void
  ) throws -> FileStamp {
    let path = try Self.target(of: path)
    let directory = try Self.createDirectory(of: path)
    var old = stat()
    let exists = stat(path, &old) == 0
    if exists {
      guard old.isRegularFile else { throw Self.irregular(path) }
      // The permissions of the directory may allow the replacement, but the file is marked as
      // read-only.
      guard access(path, W_OK) == 0 else { throw FileError.system("To write to", path, errno) }
    }
    let temporary = try TemporaryFile(beside: path, mode: exists ? 0o600 : 0o666)
    let descriptor = temporary.descriptor
    do {
      try Self.write(data, descriptor, temporary.path)
      if exists { try Self.copyPermissions(of: old, to: descriptor, temporary.path) }
      guard fsync(descriptor) == 0 else {
        throw FileError.system("To sync", temporary.path, errno)
      }
      // As late as possible: a change of the file by another process after this is lost.
      try willReplace()
      guard rename(temporary.path, path) == 0 else {
        throw FileError.system("To replace", path, errno)
      }
    } catch {
      unlink(temporary.path)
      throw error
    }
    Self.sync(directory: directory)
    return try status(of: descriptor, path).stamp
  }

  func create(_ path: String) throws -> FileStamp? {
    let path = try Self.target(of: path)
    try Self.createDirectory(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      // Another process was faster.
      if errno == EEXIST { return nil }
      throw FileError.system("To create", path, errno)
    }
    defer { close(descriptor) }
    return try status(of: descriptor, path).stamp
  }

  /// - Returns: The directory of the file.
  @discardableResult
  private static func createDirectory(of path: String) throws -> String {
    let directory = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      let reason = error.localizedDescription
      throw FileError("To create the directory '\(directory)' failed: \(reason)")
    }
    return directory
  }

  private static func write(_ data: Data, _ descriptor: Int32, _ path: String) throws {
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          throw FileError.system("To write to", path, errno)
        }
      }
    }
  }

  private static func copyPermissions(
    of old: stat, to descriptor: Int32, _ path: String
  ) throws {
    var mode = old.st_mode & 0o777
    var new = stat()
    if fstat(descriptor, &new) == 0, new.st_uid != old.st_uid || new.st_gid != old.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) != 0,
      fchown(descriptor, uid_t.max, old.st_gid) != 0
    {
      // The permissions of the old group must not apply to another group.
      mode &= ~0o070
    }
    guard fchmod(descriptor, mode) == 0 else {
      throw FileError.system("To set the permissions of", path, errno)
    }
  }

  /// Syncs the directory, so that the new name survives a crash. Not all file systems support it;
  /// the content is safe in any case.
  private static func sync(directory: String) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  func keep(_ path: String, suffix: String) throws {
    let path = try Self.target(of: path)
    for number in 1..<100 {
      let other = path + suffix + (number == 1 ? "" : "-\(number)")
      // A second link to it, so that the file exists until it is replaced.
      if link(path, other) == 0 { return }
      switch errno {
      case EEXIST: continue
      case EPERM, EOPNOTSUPP, EXDEV, EMLINK:
        // Without support for links. The file is about to be replaced.
        guard access(other, F_OK) != 0 else { continue }
        if rename(path, other) == 0 { return }
        throw FileError.system("To rename", path, errno)
      case let code: throw FileError.system("To keep", other, code)
      }
    }
    throw FileError.system("To keep", path + suffix, EEXIST)
  }

  func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    FileWatcher.shared.watch(path, onChange: onChange)
  }

  // MARK: Helpers

  /// The target of a path, through symbolic links whose target may not exist.
  static func target(of path: String) throws -> String {
    guard let last = links(from: path).last else {
      throw FileError.system("To follow", path, ELOOP)
    }
    return last
  }

  /// A path, and the targets of the symbolic links at its end; empty if they form a cycle.
  static func links(from path: String) -> [String] {
    var paths = [path]
    for _ in 0..<40 {
      let last = paths[paths.count - 1]
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(last, &buffer, buffer.count)
      guard count > 0 else { return paths }
      let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let directory = (last as NSString).deletingLastPathComponent
      paths.append(link.hasPrefix("/") ? link : "\(directory)/\(link)")
    }
    return []
  }

  private func status(of descriptor: Int32, _ path: String) throws -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileError.system("To look at", path, errno)
    }
    return status
  }

  private static func irregular(_ path: String) -> FileError {
    FileError("'\(path)' is no file, but a directory, a pipe or a device.")
  }
}

extension stat {
  fileprivate var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

  fileprivate var stamp: FileStamp {
    FileStamp(
      device: UInt64(st_dev), inode: UInt64(st_ino), size: Int64(st_size),
      seconds: Int64(st_mtim.tv_sec), nanoseconds: Int64(st_mtim.tv_nsec))
  }
}
