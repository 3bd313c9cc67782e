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

  /// The compiler crashes on an initializer that does not exist, in generated code.
  @Test(arguments: ["5", "6"]) func anEnumOfFeaturesIsRunByItsBody(mode: String) throws {
    let output = try Compiler.compile(Compiler.source("Diagnostics/ReducerNesting"), mode: mode)
    #expect(output.contains("write 'Destination.body' rather than 'Destination()'"))
    #expect(output.hasSuffix("The compiler ended with status 1."))
  }
}
