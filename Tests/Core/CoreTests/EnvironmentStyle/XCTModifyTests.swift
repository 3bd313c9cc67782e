import ComposableCore
import Testing

@MainActor
@Suite struct XCTModifyTests {
  @available(*, deprecated)
  @Test func casesAreKeyPaths() async {
    var result: Result<Int, CancellationError> = .success(1)
    XCTModify(&result, case: \.success) { $0 += 1 }
    #expect(result[case: \.success] == 2)
    await expectIssue("'XCTModify' can't change a case that the value is not of") {
      XCTModify(&result, case: \.failure) { _ in }
    }
  }

  @available(*, deprecated)
  @Test func optionals() async {
    var number: Int? = 1
    XCTModify(&number) { $0 += 1 }
    #expect(number == 2)
    number = nil
    await expectIssue("'XCTModify' can't change a case that the value is not of") {
      XCTModify(&number) { $0 += 1 }
    }
  }

  private struct Failure: Error {}

  @available(*, deprecated)
  @Test func xctModify_changesNothing_isReported() async {
    var number: Int? = 1
    await expectIssue("'XCTModify' was expected to change a 'Int', but it did not") {
      XCTModify(&number) { $0 = 1 }
    }
    // Whether a value changed is unknown if it cannot be compared.
    var function: (() -> Void)? = {}
    XCTModify(&function) { _ in }
  }

  @available(*, deprecated)
  @Test func xctModify_closureThrows_isReported() async {
    var number: Int? = 1
    await expectIssue("The closure of 'XCTModify' threw an error") {
      XCTModify(&number) {
        $0 = 2
        throw Failure()
      }
    }
    #expect(number == 1)
  }

  @available(*, deprecated)
  @Test func xctModify_inNonExhaustiveAssertion_mayChangeNothing() async {
    struct State: Equatable { var number: Int? = 1 }
    let store = TestStore(initialState: State()) {
      Reduce<State, Int> { state, action in
        state.number = action
        return .none
      }
    }
    await store.send(2) { state in XCTModify(&state.number) { $0 = 2 } }
    store.exhaustivity = .off
    await store.send(3) { state in XCTModify(&state.number) { $0 = 3 } }
    store.exhaustivity = .on
    await expectIssue("'XCTModify' was expected to change a 'Int', but it did not") {
      await store.send(4) { state in
        XCTModify(&state.number) { $0 = 3 }
        state.number = 4
      }
    }
  }

  @available(*, deprecated)
  @Test func xctUnwrap_anotherCase_isReportedAndThrows() async throws {
    let result = Result<Int, CancellationError>.success(1)
    #expect(try XCTUnwrap(result, case: /Result.success) == 1)
    await expectIssue("'XCTUnwrap' can't return the payload of a case") {
      #expect(throws: (any Error).self) { try XCTUnwrap(result, case: /Result.failure) }
    }
  }
}
