import Foundation
import Testing

@testable import TraceAnalysis

@Suite struct SourceTreeTests {
  /// Calls a function with a directory that has these files, and its path without links.
  private func withFiles(_ paths: [String], _ body: (String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      for path in paths {
        let file = directory.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
      try body(directory.resolvingSymlinksInPath().path)
    }
  }

  @Test(
    arguments: [
      // The folder of the module, and folders below it.
      (["Sources/App/main.swift"], .below("Sources/App/main.swift")),
      (["Sources/App/Screens/List/main.swift"], .below("Sources/App/Screens/List/main.swift")),
      (["App/main.swift", "Other/main.swift"], .below("App/main.swift")),
      (["server/Sources/App/main.swift"], .below("server/Sources/App/main.swift")),
      // Swift packages take precedence over folders of that name elsewhere.
      (
        ["Sources/Other/App/main.swift", "Sources/App/main.swift"],
        .below("Sources/App/main.swift")
      ),
      // A package with one target.
      (["Sources/main.swift"], .below("Sources/main.swift")),
      (["Sources/main.swift", "Sources/App/main.swift"], .below("Sources/App/main.swift")),
      // Copies of packages.
      (
        [".build/checkouts/app/Sources/App/main.swift", "Sources/App/main.swift"],
        .below("Sources/App/main.swift")
      ),
      (
        ["A/Sources/App/main.swift", "B/Sources/App/main.swift"],
        .ambiguous(["A/Sources/App/main.swift", "B/Sources/App/main.swift"])
      ),
      (["Sources/Other/main.swift", "main.swift"], .absent),
      ([], .absent),
    ] as [([String], SourceTree.Place)])
  func place_nameOfAModule_isInItsFolder(files: [String], place: SourceTree.Place) throws {
    try withFiles(files) { directory in
      let sources = SourceTree([directory], of: ["App/main.swift"])
      #expect(sources.place(of: "App/main.swift") == place)
      #expect(sources.base == directory)
    }
  }

  @Test(arguments: ["my-app", "my.app"])
  func place_nameOfTheTargetIsNoIdentifier_isFound(target: String) throws {
    try withFiles(["Sources/\(target)/main.swift"]) { directory in
      let sources = SourceTree([directory], of: ["my_app/main.swift"])
      #expect(sources.place(of: "my_app/main.swift") == .below("Sources/\(target)/main.swift"))
    }
  }

  @Test func base_directoryInARepository_isTheRepository() throws {
    let files = [
      "repository/.git/HEAD", "repository/app/Sources/App/main.swift",
      "repository/copy/.git", "repository/copy/Sources/App/main.swift", "Elsewhere/B/main.swift",
    ]
    try withFiles(files) { directory in
      let names = ["App/main.swift", "B/main.swift"]
      let repository = "\(directory)/repository"
      let sources = SourceTree(["\(repository)/app", "\(directory)/Elsewhere"], of: names)
      #expect(sources.base == repository)
      #expect(sources.place(of: names[0]) == .below("app/Sources/App/main.swift"))
      #expect(sources.place(of: names[1]) == .elsewhere("\(directory)/Elsewhere/B/main.swift"))
      // A worktree has the same files.
      let whole = SourceTree([repository], of: names)
      #expect(whole.place(of: names[0]) == .below("app/Sources/App/main.swift"))
      #expect(whole.place(of: names[1]) == .absent)
    }
  }

  @Test func remarks_namesWithoutAFile_areListed() throws {
    try withFiles(["A/App/a.swift", "B/App/a.swift", "App/b.swift"]) { directory in
      let names = ["App/a.swift", "App/b.swift"] + (1...5).map { "Gone/\($0).swift" }
      let remarks = SourceTree([directory], of: names).remarks
      #expect(remarks.count == 2)
      #expect(
        remarks.first
          == "App/a.swift can be A/App/a.swift or B/App/a.swift: name the directory of the program "
          + "with --source-root.")
      #expect(
        remarks.last?.hasPrefix(
          "No file below \(directory) is Gone/1.swift, Gone/2.swift, Gone/3.swift and 2 more, as")
          == true)
      #expect(SourceTree([directory], of: ["App/b.swift"]).remarks == [])
    }
  }
}
