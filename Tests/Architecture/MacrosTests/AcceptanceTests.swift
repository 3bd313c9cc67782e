import Testing

/// Code that the compiler accepts, without a warning, in both language modes.
@Suite struct AcceptanceTests {
  @Test(arguments: ["CasePaths", "Clients", "Extensions", "Features", "OldNames"], ["5", "6"])
  func compiles(_ fixture: String, mode: String) throws {
    let source = try Compiler.source("Accepted/\(fixture)")
    #expect(try Compiler.compile(source, mode: mode) == "")
  }

  /// Code without an actor reaches a store, as in the original.
  @Test func compiles_inSwift5_withoutActors() throws {
    #expect(try Compiler.compile(Compiler.source("Accepted/Swift5"), mode: "5") == "")
  }

  /// A warning about a generated key path would name no line.
  @Test(arguments: ["CasePaths", "Clients", "Extensions", "Features", "OldNames"])
  func compiles_withCompleteChecking_withoutWarnings(_ fixture: String) throws {
    let source = try Compiler.source("Accepted/\(fixture)")
    let arguments = ["-strict-concurrency=complete"]
    #expect(try Compiler.compile(source, mode: "5", arguments) == "")
  }

  /// Whether the constructor of a case is `@Sendable`, and whether a closure is, depends on these.
  @Test(
    arguments: ["5", "6"],
    [
      [], ["-default-isolation", "MainActor"], ["-strict-concurrency=complete"],
      ["-enable-upcoming-feature", "InferSendableFromCaptures"],
      ["-enable-upcoming-feature", "InferIsolatedConformances"],
      ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
      ["-enable-upcoming-feature", "GlobalActorIsolatedTypesUsability"],
      ["-enable-upcoming-feature", "RegionBasedIsolation"],
      ["-enable-upcoming-feature", "DisableOutwardActorInference"],
      ["-enable-upcoming-feature", "ExistentialAny"],
      ["-enable-upcoming-feature", "MemberImportVisibility"],
      [
        "-strict-concurrency=complete", "-default-isolation", "MainActor",
        "-enable-upcoming-feature", "InferSendableFromCaptures",
        "-enable-upcoming-feature", "InferIsolatedConformances",
        "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
      ],
    ])
  func oldCasePaths_compile(mode: String, arguments: [String]) throws {
    let source = try Compiler.source("Accepted/OldCasePaths")
    let arguments = ["-suppress-warnings"] + arguments
    #expect(try Compiler.compile(source, mode: mode, arguments) == "")
  }

  /// The compiler crashes, or does not end, if generated code adds extensions to a file while the
  /// compiler iterates over its extensions. That depends on the order of declarations.
  @Test(arguments: 0..<8)
  func declarationsComeInAnyOrder(_ order: Int) throws {
    var declarations = try Compiler.source("Accepted/Orders").split(separator: "\n\n@Reducer\n")
      .map { $0.hasPrefix("@Reducer") ? String($0) : "@Reducer\n\($0)" }
    if order > 1 {
      var generator = Numbers(seed: UInt64(order))
      declarations.shuffle(using: &generator)
    } else if order == 1 {
      declarations.reverse()
    }
    let source = "import ComposableArchitecture\n" + declarations.joined(separator: "\n")
    #expect(try Compiler.compile(source, mode: order.isMultiple(of: 2) ? "6" : "5") == "")
  }
}

/// The same numbers in each run.
private struct Numbers: RandomNumberGenerator {
  var seed: UInt64

  mutating func next() -> UInt64 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return seed ^ (seed >> 29)
  }
}
