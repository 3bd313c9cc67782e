import Glibc

/// Reading and writing of files, complete and without surprises.
package enum Files {
  /// Whether something is at a path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the working directory still has a name, so that something can be created in it.
  package static var hasWorkingDirectory: Bool {
    var status = stat()
    return stat(".", &status) == 0 && status.st_nlink > 0
  }

  // MARK: - Reading

  /// The text of a file, with invalid UTF-8 replaced.
  package static func read(_ path: String) throws(FileError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("cannot read", path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    // A page: most files are in /proc, and smaller.
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("cannot read", path, errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
      if bytes.count == buffer.count { buffer = [UInt8](repeating: 0, count: 1 << 16) }
    }
  }

  /// The text of a small file, such as those in /proc; `nil` if it cannot be read.
  package static func contents(of path: String) -> String? {
    try? read(path)
  }

  /// The target of a path, so that a symbolic link stays one when its target is replaced.
  package static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  // MARK: - Writing

  /// Writes all of a text, and returns whether it succeeded.
  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes all of `bytes`, and returns whether it succeeded; `errno` has the reason if it did not.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, part.baseAddress, part.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Creates a file that only the user can read, and returns whether it succeeded.
  package static func create(_ path: String, text: String) -> Bool {
    let descriptor = aboveStandardStreams(open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600))
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return write(text, to: descriptor)
  }

  /// Replaces a file atomically: readers find the old text or the new one, never a part.
  package static func replace(_ path: String, with text: String) throws(FileError) {
    var template = ByteString(resolved(path) + ".XXXXXX").bytes
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError("cannot write", path, errno) }
    func failure(_ number: Int32) -> FileError {
      unlink(template)
      return FileError("cannot write", path, number)
    }
    guard write(text, to: descriptor), fchmod(descriptor, mode(of: path)) == 0,
      fsync(descriptor) == 0
    else {
      let number = errno
      close(descriptor)
      throw failure(number)
    }
    guard close(descriptor) == 0, rename(template, resolved(path)) == 0 else {
      throw failure(errno)
    }
  }

  /// The permissions of a file, or the permissions of a new file under the user's umask.
  private static func mode(of path: String) -> mode_t {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & 0o777 }
    return 0o666 & ~mask
  }

  /// The process's umask, as the kernel shows it. The function of this name returns it only by
  /// setting another one, and files that other threads create meanwhile would be open to all users.
  ///
  /// - Returns: Where the kernel does not show it, one that keeps files private.
  private static var mask: mode_t {
    let name = "Umask:"
    guard
      let line = contents(of: "/proc/self/status")?.split(separator: "\n")
        .first(where: { $0.hasPrefix(name) }),
      let mask = mode_t(String(line.dropFirst(name.count).drop { $0 == "\t" }), radix: 8)
    else { return 0o077 }
    return mask
  }

  /// Moves a new descriptor above the standard streams, and sets close-on-exec.
  ///
  /// A program may be started with some of its standard streams closed.
  package static func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
    guard (0...2).contains(descriptor) else {
      if descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return descriptor
    }
    defer { close(descriptor) }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }
}
