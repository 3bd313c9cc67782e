import Glibc

extension Files {
  /// The names in a directory, without `.` and `..`.
  package static func names(in directory: String) throws(FileError) -> [String] {
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

  /// The same; none if it cannot be read.
  package static func entries(of directory: String) -> [String] {
    (try? names(in: directory)) ?? []
  }

  /// The directory for temporary files: TMPDIR, or /tmp.
  package static var temporaryParent: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// Opens a new file without a name, which is gone once it is closed.
  ///
  /// - Returns: Its descriptor.
  package static func openUnnamed(in parent: String) throws(FileError) -> Int32 {
    var template = ByteString("\(parent)/signpost-XXXXXX").bytes
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError("cannot create a file in", parent, errno) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Creates a directory with a name of its own, that only the user can access.
  ///
  /// - Parameters:
  ///   - parent: The directory to create it in.
  ///   - prefix: The first part of its name.
  /// - Returns: Its path.
  package static func makeUniqueDirectory(
    in parent: String, prefix: String
  ) throws(FileError) -> String {
    var template = ByteString("\(parent)/\(prefix)XXXXXX").bytes
    guard mkdtemp(&template) != nil else {
      throw FileError("cannot create a directory in", parent, errno)
    }
    return ByteString(template).description
  }

  /// Creates the parent directories of a file, if they are missing.
  package static func makeDirectory(for path: String) throws(FileError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let directory = String(path[..<slash])
    guard !exists(directory) else { return }
    try makeDirectory(for: directory)
    guard mkdir(directory, 0o777) == 0 || errno == EEXIST else {
      throw FileError("cannot create the directory", directory, errno)
    }
  }

  /// The space available on the file system of a directory, in bytes; `nil` if unknown.
  package static func freeBytes(of path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  /// The total size of the files in a directory and below it, in bytes.
  package static func size(of path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    if status.st_mode & S_IFMT == S_IFDIR {
      return entries(of: path).reduce(0) { $0 + size(of: path + "/" + $1) }
    }
    return Int(status.st_size)
  }

  /// Removes a file, or a directory with its contents, without following links.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      entries(of: path).forEach { remove(path + "/" + $0) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
