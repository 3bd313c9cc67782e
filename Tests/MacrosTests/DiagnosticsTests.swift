import Foundation
import Testing

/// What the compiler says, with the plug-in, about code that uses a macro in the wrong way.
@Suite struct DiagnosticsTests {
  @Test(
    arguments: [
      "CasePathable", "Dependencies", "ObservableState", "Reducer", "ReducerEnum", "ViewAction",
    ])
  func messages(_ fixture: String) throws {
    let output = try Compiler.typecheck(fixture)
    let expected = Compiler.fixtures.appending(path: "\(fixture).txt")
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] != nil {
      try output.write(to: expected, atomically: true, encoding: .utf8)
    }
    #expect(try output == String(contentsOf: expected, encoding: .utf8))
  }

  @Test func correctionsAreMade() throws {
    let fixed = try Compiler.fixed("ObservableState")
    #expect(fixed.contains("struct ClassState {}"))
    #expect(!fixed.contains("final"))
    #expect(fixed.contains("  @ObservationStateIgnored @Clamped var level = 0"))
    #expect(fixed.contains("  @ObservationStateIgnored var count = 0 {"))
    #expect(fixed.contains("@Presents var destination: Int?"))
    #expect(
      try Compiler.fixed("Dependencies")
        .contains("var count: @Sendable (_ name: String) -> Int = { _ in <#Int#> }"))
    let screen = try Compiler.fixed("ViewAction")
    #expect(screen.contains("    send(.tapped)"))
    #expect(screen.contains("  let store: StoreOf<Feature>}"))
    #expect(try Compiler.fixed("ReducerEnum").contains("  @ReducerCaseIgnored case text(String)"))
    #expect(try Compiler.fixed("Reducer").contains("var body: some ReducerOf<Self>"))
  }
}

/// The compiler that the tests were built with, and the plug-in that was built with them.
enum Compiler {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Diagnostics")

  /// Where the products are: beside the program that runs the tests.
  private static let products: URL = {
    var directory = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    while directory.path != "/",
      !FileManager.default.fileExists(atPath: directory.appending(path: "Modules").path)
    {
      directory.deleteLastPathComponent()
    }
    return directory
  }()

  /// The messages about a fixture, one in a line, with the place in the fixture.
  static func typecheck(_ fixture: String) throws -> String {
    let output = try run(fixture, ["-diagnostic-style", "llvm"])
    let lines = output.split(separator: "\n").compactMap { line -> String? in
      guard let place = line.range(of: #"^[^ ]+:\d+:\d+: (error|warning|note): "#,
        options: .regularExpression)
      else { return nil }
      let name = line[place].split(separator: "/").last.map(String.init) ?? ""
      // The compiler's own addition differs between versions.
      let text = line[place.upperBound...]
      let end = text.range(of: " (from macro ", options: .backwards)?.lowerBound ?? text.endIndex
      return name + text[..<end]
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// A fixture with all corrections made that the messages offer.
  static func fixed(_ fixture: String) throws -> String {
    let edits = FileManager.default.temporaryDirectory
      .appending(path: "edits-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: edits) }
    _ = try run(
      fixture, ["-fixit-all", "-Xfrontend", "-emit-fixits-path", "-Xfrontend", edits.path])
    var bytes = Array(try Data(contentsOf: fixtures.appending(path: "\(fixture).swift")))
    let list = try JSONDecoder().decode([Edit].self, from: Data(contentsOf: edits))
    for edit in list.sorted(by: { $0.offset > $1.offset }) {
      bytes.replaceSubrange(
        edit.offset..<edit.offset + (edit.remove ?? 0), with: Array((edit.text ?? "").utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Edit: Decodable {
    let offset: Int
    let remove: Int?
    let text: String?
  }

  private static func run(_ fixture: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let plugin = products.appending(path: "ComposableArchitectureMacros-tool").path
    process.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-module-name", fixture,
        "-I", products.appending(path: "Modules").path,
        "-Xcc", "-fmodule-map-file=\(products.path)/CCore.build/module.modulemap",
        "-load-plugin-executable", "\(plugin)#ComposableArchitectureMacros",
      ] + arguments + [fixtures.appending(path: "\(fixture).swift").path]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
