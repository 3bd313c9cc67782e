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
}
