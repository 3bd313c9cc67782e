import Glibc

/// Paths to directories whose names are not UTF-8, such as those after a program whose name LTTng
/// has cut within a character: such a name is no `String`.
///
/// Each is held open, and reached through its descriptor.
package final class DirectoryAliases {
  private var descriptors: [Int32] = []

  package init() {}

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// The names in a directory, sorted, each with a path that opens it; `nil` if the directory
  /// cannot be listed.
  package func entries(of directory: String) -> [(name: String, path: String)]? {
    guard let stream = opendir(directory) else { return nil }
    defer { closedir(stream) }
    var entries: [(name: String, path: String)] = []
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { bytes in
          let name = String(cString: bytes)
          if name == "." || name == ".." { return }
          guard String(validatingCString: bytes) == nil else {
            entries.append((name, directory + "/" + name))
            return
          }
          let descriptor = openat(
            dirfd(stream), bytes, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
          guard descriptor >= 0 else { return }
          descriptors.append(descriptor)
          entries.append((name, "/proc/self/fd/\(descriptor)/."))
        }
      }
    }
    return entries.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
  }
}
