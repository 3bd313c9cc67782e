import Glibc
import SystemSupport

/// The files of a program in directories of source, by their names in a recording.
///
/// A program knows a file by its `#fileID`, such as `App/ListView.swift`: the module and the file,
/// without the folders around them. Code hosts expect the path in the repository.
package struct SourceTree {
  /// A file with a name.
  package enum Place: Equatable {
    /// The path from ``SourceTree/base``.
    case below(String)
    /// The absolute path of a file that is not below it.
    case elsewhere(String)
    /// Several files can have the name; some of their paths.
    case ambiguous([String])
    /// No file has it.
    case absent
  }

  /// The directory that paths are relative to: the git repository around the first directory of
  /// source, or that directory.
  package let base: String
  private let roots: [String]
  private var places: [String: Place] = [:]

  /// Searches for files, once.
  ///
  /// - Parameters:
  ///   - roots: The directories of source.
  ///   - names: The names of files in a recording.
  package init(_ roots: [String], of names: [String]) {
    self.roots = roots.map { Files.resolved($0) }
    base = Self.repository(around: self.roots[0]) ?? self.roots[0]
    guard !names.isEmpty else { return }
    var search = Search(
      files: Set(names.map { Self.parts($0).file }),
      leavesOutRepositories: Files.exists(base + "/.git"))
    for root in self.roots { search.directory(root == "/" ? "" : root, isRoot: true) }
    for name in names where places[name] == nil { places[name] = place(of: name, in: search) }
  }

  /// The place of a file that the search was for.
  package func place(of name: String) -> Place { places[name] ?? .absent }

  /// Sentences about the names that stay as they are.
  package var remarks: [String] {
    let names = places.keys.sorted()
    let ambiguous = names.compactMap { name -> String? in
      guard case .ambiguous(let paths) = place(of: name) else { return nil }
      return "\(name) can be \(paths.joined(separator: " or ")): name the directory of the program "
        + "with --source-root."
    }
    let absent = names.filter { place(of: $0) == .absent }
    guard !absent.isEmpty else { return ambiguous }
    let more = absent.count > 3 ? " and \(absent.count - 3) more" : ""
    return ambiguous + [
      "No file below \(roots.joined(separator: ", ")) is \(absent.prefix(3).joined(separator: ", "))"
        + "\(more), as far as folders are named after modules: name the directory of the program "
        + "with --source-root."
    ]
  }

  // MARK: - The search

  private static func parts(_ name: String) -> (module: String, file: String) {
    let parts = name.split(separator: "/").map(String.init)
    return (parts.count > 1 ? parts[0] : "", parts.last ?? "")
  }

  private func place(of name: String, in search: Search) -> Place {
    let (module, file) = Self.parts(name)
    let paths = Set(search.found[file] ?? []).sorted()
    for rule in Rule.allCases {
      let fitting = paths.filter { path in
        let folders = (relative(path) ?? path).split(separator: "/").dropLast()
        return rule.accepts(folders.map(Self.moduleName), module)
      }
      guard fitting.count <= 1 else {
        return .ambiguous(fitting.prefix(3).map { relative($0) ?? $0 })
      }
      if let path = fitting.first { return relative(path).map(Place.below) ?? .elsewhere(path) }
    }
    return .absent
  }

  private func relative(_ path: String) -> String? {
    let start = base == "/" ? base : base + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : nil
  }

  /// The folders that a file of a module is in, the most reliable ones first.
  private enum Rule: CaseIterable {
    /// Where Swift packages have it.
    case package
    /// Anywhere below a folder of that name.
    case named
    /// In a package with one target, which needs no folder of its own.
    case single

    private static let sources: Set = ["Sources", "Source", "src", "srcs", "Tests"]

    func accepts(_ folders: [String], _ module: String) -> Bool {
      switch self {
      case .package:
        zip(folders, folders.dropFirst()).contains { Self.sources.contains($0) && $1 == module }
      case .named: folders.contains(module)
      case .single: folders.last.map(Self.sources.contains) ?? false
      }
    }
  }

  /// The module of a target that is named like a folder: `my-app` is compiled as `my_app`.
  private static func moduleName(_ folder: Substring) -> String {
    var name = String.UnicodeScalarView()
    for scalar in folder.unicodeScalars {
      let isPlain = !scalar.isASCII || Character(scalar).isLetter || Character(scalar).isNumber
      let isFirstDigit = name.isEmpty && scalar.isASCII && Character(scalar).isNumber
      name.append(isPlain && !isFirstDigit ? scalar : "_")
    }
    return String(name)
  }

  /// The repository that a directory is in; nil if there is none.
  private static func repository(around directory: String) -> String? {
    var directory = directory[...]
    while !directory.isEmpty {
      if Files.exists("\(directory)/.git") { return String(directory) }
      directory = directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)]
    }
    return nil
  }

  /// Finds files by their names, without the folders of other programs: hidden ones, such as
  /// `.build` with its copies of packages, and other repositories, such as worktrees.
  private struct Search {
    let files: Set<String>
    let leavesOutRepositories: Bool
    /// Absolute paths, by name.
    var found: [String: [String]] = [:]

    /// Files of the kernel, which a search of the root directory would meet.
    private static let kernel: Set = ["/dev", "/proc", "/sys"]

    mutating func directory(_ path: String, isRoot: Bool = false) {
      if Self.kernel.contains(path) { return }
      let names = Files.entries(of: path.isEmpty ? "/" : path)
      if !isRoot, leavesOutRepositories, names.contains(".git") { return }
      for name in names where !name.hasPrefix(".") {
        let file = "\(path)/\(name)"
        if files.contains(name) { found[name, default: []].append(file) }
        // A file is no directory, whatever its name is; links are not followed.
        var status = stat()
        if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { directory(file) }
      }
    }
  }
}
