import Glibc

/// A directory that only the user can access, and that is removed when it is no longer needed.
struct TemporaryDirectory: ~Copyable {
  let path: String

  init() throws(Failure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/bench.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.cannotCreate, "\(FileError("cannot create a directory in", parent, errno))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// The names of the files in it.
  var names: [String] { (try? Files.names(in: path)) ?? [] }
}
