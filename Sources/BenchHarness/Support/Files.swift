import Glibc

/// The reason why a file could not be read or written, for the user.
struct FileError: Error, CustomStringConvertible {
  var description: String

  init(_ what: String, _ path: String, _ number: Int32) {
    description = "\(what) “\(path)”: \(String(cString: strerror(number)))"
  }
}

enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("cannot read", path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileError("cannot read", path, errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// The names in a directory, without `.` and `..`.
  static func names(in directory: String) throws -> [String] {
    guard let stream = opendir(directory) else {
      throw FileError("cannot read the directory", directory, errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Replaces a file atomically: readers find the old text or the new one, never a part.
  static func replace(_ path: String, with text: String) throws {
    var template = Array((resolved(path) + ".XXXXXX").utf8CString)
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

  /// Creates the parent directories of a file, if they are missing.
  static func makeDirectory(for path: String) throws {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let directory = String(path[..<slash])
    guard !exists(directory) else { return }
    try makeDirectory(for: directory)
    guard mkdir(directory, 0o777) == 0 || errno == EEXIST else {
      throw FileError("cannot create the directory", directory, errno)
    }
  }

  /// Writes all of a text, and returns whether it succeeded.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// The target of a path, so that a symbolic link stays one when its target is replaced.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The permissions of a file, or those of a new file under the user's umask.
  private static func mode(of path: String) -> mode_t {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & 0o777 }
    let mask = umask(0)
    umask(mask)
    return 0o666 & ~mask
  }
}
