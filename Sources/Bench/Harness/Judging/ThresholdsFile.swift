import Glibc
import SystemSupport

/// The file of thresholds.
struct ThresholdsFile {
  /// Relative to the root of the repository.
  static let committed = "Benchmarks/Thresholds/thresholds.json"

  let path: String
  /// The path in a patch: relative to the root of the repository, if the file is in one.
  let pathInRepository: String

  /// - Parameter path: As given on the command line; empty for the committed file.
  init(_ path: String, workingDirectory: String = Self.workingDirectory) {
    let root = Self.root(above: workingDirectory)
    self.path =
      path != Arguments.committed ? path : (root ?? workingDirectory) + "/" + Self.committed
    let isAbsolute = self.path.hasPrefix("/")
    let absolute = isAbsolute ? self.path : workingDirectory + "/" + self.path
    if let root, absolute.hasPrefix(root + "/") {
      pathInRepository = String(absolute.dropFirst(root.count + 1))
    } else {
      pathInRepository = String(self.path.drop { $0 == "/" })
    }
  }

  /// The content of the file; nil if it does not exist.
  func read() throws(Failure) -> String? {
    guard Files.exists(path) else { return nil }
    do {
      return try Files.read(path)
    } catch {
      throw Failure(.usage, "\(error)")
    }
  }

  /// Parses the content of the file.
  func thresholds(_ text: String) throws(Failure) -> Thresholds {
    do {
      return try Thresholds(json: text)
    } catch {
      throw Failure(
        .damagedFile,
        """
        “\(path)” does not hold thresholds, and is left as it is: restore it, or remove it and \
        write another one with --update
        """)
    }
  }

  static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// The repository that contains a directory; nil if none does.
  private static func root(above directory: String) -> String? {
    var path = directory[...]
    while true {
      if Files.exists(path + "/.git") { return String(path) }
      guard let slash = path.lastIndex(of: "/"), path.count > 1 else { return nil }
      path = path[..<slash]
    }
  }
}
