import Testing

/// What the compiler says, with the plug-in, about code that uses a macro in the wrong way.
@Suite struct DiagnosticsTests {
  @Test(
    arguments: [
      "CasePathable", "Dependencies", "ObservableState", "Reducer", "ReducerEnum", "ViewAction",
    ])
  func messages(_ fixture: String) throws {
    #expect(
      try Compiler.isExpected(Compiler.typecheck(fixture), for: "Diagnostics/\(fixture)"))
  }
}
