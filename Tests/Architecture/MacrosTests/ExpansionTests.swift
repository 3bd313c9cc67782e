import Testing

/// The code that the macros generate, as the compiler sees it.
///
/// `RECORD_FIXTURES=1 swift test --filter MacrosTests` records the present output.
@Suite struct ExpansionTests {
  @Test(
    arguments: [
      "CasePathable", "DependencyClient", "ObservableState", "Presents", "Reducer", "ReducerEnum",
    ])
  func code(_ fixture: String) throws {
    #expect(
      try Compiler.isExpected(Compiler.expansions(fixture), for: "Expansions/\(fixture)"))
  }
}
