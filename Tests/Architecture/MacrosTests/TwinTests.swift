import Foundation
import Testing

/// Bench is built without the plug-in, but measures generated code: as a file, which has to equal
/// the present output of the macros.
@Suite struct TwinTests {
  @Test func benchMeasuresWhatTheMacrosGenerate() throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Bench/Suites/Generated/MacroLevels.swift")
    let measured = Self.words(try String(contentsOf: source, encoding: .utf8))
    let blocks = try Compiler.expansionBlocks("Twins/MacroLevels")
    // Four features with eight properties: a change of this number is a change of the fixture.
    #expect(blocks.count > 30)
    for block in blocks {
      let generated =
        block
        // Attributes that stand for further macros, and the name of the module that Bench imports.
        .replacing(
          /@ComposableArchitecture\.(CasePathable|ObservationState(Ignored|Tracked)) ?/, with: ""
        )
        .replacing("ComposableArchitecture.", with: "ComposableCore.")
      // Outside of the expectation, which would show all of the file.
      let words = Self.words(generated)
      let isMeasured = words.isEmpty || measured.contains(words)
      #expect(
        isMeasured,
        """
        Sources/Bench/Suites/Generated/MacroLevels.swift lacks what a macro generates now:
        \(generated)
        """)
    }
  }

  /// The text without the parts that a formatter may change.
  private static func words(_ text: String) -> String {
    text.filter { !$0.isWhitespace }
  }
}
