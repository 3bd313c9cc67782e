/// A directory that only the user can access, and that is removed when it is no longer needed.
package struct TemporaryDirectory: ~Copyable {
  package let path: String

  /// Creates one in TMPDIR, or in /tmp.
  ///
  /// - Parameter prefix: The first part of its name.
  package init(prefix: String) throws(FileError) {
    path = try Files.makeUniqueDirectory(in: Files.temporaryParent, prefix: prefix)
  }

  deinit {
    Files.remove(path)
  }

  /// The names of the files in it.
  package var names: [String] { Files.entries(of: path) }
}
