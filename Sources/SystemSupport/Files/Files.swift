import Glibc

/// The names in a directory, without `.` and `..`; empty if it cannot be read.
func directoryEntries(_ path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// The text of a small file, such as those in /proc; nil if it cannot be read.
func contents(ofFile path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Writes all of `text`, and returns whether it succeeded.
@discardableResult
package func write(_ text: String, to descriptor: Int32) -> Bool {
  var text = text
  return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Writes all of `bytes`, and returns whether it succeeded.
package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let part = UnsafeRawBufferPointer(rebasing: rest)
    let count = write(descriptor, part.baseAddress, part.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// The space available on the file system of a directory; nil if unknown.
func freeBytes(of path: String) -> Int? {
  var status = statvfs()
  guard statvfs(path, &status) == 0 else { return nil }
  return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
}

/// The total size of the files in a directory and below it.
func sizeOfFiles(in path: String) -> Int {
  var status = stat()
  guard lstat(path, &status) == 0 else { return 0 }
  if status.st_mode & S_IFMT == S_IFDIR {
    return directoryEntries(path).reduce(0) { $0 + sizeOfFiles(in: path + "/" + $1) }
  }
  return Int(status.st_size)
}

/// Removes a file, or a directory with its contents, without following links.
func removeTree(_ path: String) {
  var status = stat()
  guard lstat(path, &status) == 0 else { return }
  if status.st_mode & S_IFMT == S_IFDIR {
    directoryEntries(path).forEach { removeTree(path + "/" + $0) }
    rmdir(path)
  } else {
    unlink(path)
  }
}

/// Moves a new descriptor above the standard streams, and sets close-on-exec.
///
/// A program may be started with some of its standard streams closed.
func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
  guard (0...2).contains(descriptor) else {
    if descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }
  defer { close(descriptor) }
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
}

/// Creates a file that only the user can read.
func writeNewFile(_ path: String, text: String) -> Bool {
  let descriptor = aboveStandardStreams(open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600))
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return write(text, to: descriptor)
}
