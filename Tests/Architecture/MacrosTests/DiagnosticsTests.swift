import Foundation
import Testing

/// The compiler's messages, with the plug-in, about code that uses a macro in the wrong way.
@Suite struct DiagnosticsTests {
  @Test(
    arguments: [
      "CasePathable", "Dependencies", "ObservableState", "Reducer", "ReducerEnum", "ViewAction",
    ])
  func messages(_ fixture: String) throws {
    #expect(
      try Compiler.isExpected(Compiler.typecheck(fixture), for: "Diagnostics/\(fixture)"))
  }

  /// The error is at the use, also within a long body, and names the replacement.
  @Test func absentAPI_use_isAnErrorWithTheReplacement() throws {
    let output = try Compiler.typecheck("AbsentAPI")
    #expect(output.contains("swift:26:17: error: 'publisher' is unavailable: Combine does"))
    #expect(output.contains("Use 'Effect.stream' for an 'AsyncSequence'"))
    #expect(output.contains("swift:41:13: error: 'publisher' is unavailable: Combine does"))
    #expect(output.contains("swift:42:14: error: 'ViewStore' is unavailable: Read the properties"))
    #expect(output.contains("swift:47:4: error: 'BindingState' is unavailable: Annotate the state"))
    #expect(output.split(separator: "\n").filter { $0.contains(": error: ") }.count == 4)
  }

  /// A comment in the fixture states a part of the error of its line.
  @Test(arguments: ["Absent", "Mistakes"])
  func mistakes_areNamedAtTheirLines(_ fixture: String) throws {
    let errors = try Compiler.typecheck("\(fixture)").split(separator: "\n")
    let lines = try Compiler.source("Diagnostics/\(fixture)").components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      guard let mark = line.range(of: "// error: ") else { continue }
      let place = "\(fixture).swift:\(index + 1):"
      let isNamed = errors.contains {
        $0.hasPrefix(place) && $0.contains(": error: ") && $0.contains(line[mark.upperBound...])
      }
      #expect(isNamed, "\(line): \(errors.filter { $0.hasPrefix(place) })")
    }
  }

  @Test func endpoint_thatThrowsOneType_isAnErrorThatSaysSo() throws {
    let source = """
      import ComposableArchitecture
      struct Failure: Error {}
      @DependencyClient struct Client { var load: @Sendable () throws(Failure) -> Int }
      """
    let output = try Compiler.compile(source, mode: "6")
    #expect(output.contains("it throws nothing but 'Failure', of which the macro knows no value"))
    #expect(output.hasSuffix("The compiler ended with status 1."))
  }

  /// The compiler crashes on an initializer that does not exist, in generated code.
  @Test(arguments: ["5", "6"]) func anEnumOfFeaturesIsRunByItsBody(mode: String) throws {
    let output = try Compiler.compile(Compiler.source("Diagnostics/ReducerNesting"), mode: mode)
    #expect(output.contains("write 'Destination.body' rather than 'Destination()'"))
    #expect(output.hasSuffix("The compiler ended with status 1."))
  }
}
