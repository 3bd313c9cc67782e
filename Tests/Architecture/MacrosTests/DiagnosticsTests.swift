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

  /// The compiler crashes on an initializer that does not exist, in generated code.
  @Test(arguments: ["5", "6"]) func anEnumOfFeaturesIsRunByItsBody(mode: String) throws {
    let output = try Compiler.compile(Compiler.source("Diagnostics/ReducerNesting"), mode: mode)
    #expect(output.contains("write 'Destination.body' rather than 'Destination()'"))
    #expect(output.hasSuffix("The compiler ended with status 1."))
  }
}
