import ComposableCore
import Testing

@MainActor
@Suite struct TaskResultTests {
  struct Failure: Error, Hashable { var code = 1 }
  struct Opaque: Error {}

  @Test func holdsWhatWorkDid() async throws {
    let success = await TaskResult { 1 }
    #expect(try success.value == 1)
    let failure = await TaskResult<Int> { throw Failure() }
    #expect(throws: Failure()) { try failure.value }
    #expect(success.map { "\($0)" } == .success("1"))
    #expect(success.flatMap { _ in failure } == failure)
    #expect(failure.map { $0 + 1 } == .failure(Failure()))
    #expect(try Result(success).get() == 1)
    #expect(throws: Failure()) { try Result(failure).get() }
    #expect(
      TaskResult(Result<Int, Failure>.failure(Failure(code: 2))) == .failure(Failure(code: 2)))
    #expect(Set([success, success, failure, failure]).count == 2)
  }

  @Test func failuresAreComparedByTheirErrors() async {
    #expect(TaskResult<Int>.failure(Failure()) != .failure(Failure(code: 2)))
    #expect(TaskResult<Int>.failure(Failure()) != .failure(Opaque()))
    #expect(TaskResult<Int>.failure(Failure()) != .success(1))
    await expectIssue("'Opaque' is not 'Equatable'") {
      #expect(TaskResult<Int>.failure(Opaque()) != .failure(Opaque()))
    }
  }

  @Test func hash_errorThatIsNotHashable_isReported() async {
    await expectIssue("'Opaque' is not 'Hashable'") {
      _ = TaskResult<Int>.failure(Opaque()).hashValue
    }
  }

  @Test func casesAreNamed() {
    let result = TaskResult<Int>.success(1)
    #expect(result.is(\.success))
    #expect(result[case: \.success] == 1)
    #expect(TaskResult<Int>.failure(CancellationError())[case: \.failure] is CancellationError)
  }
}
