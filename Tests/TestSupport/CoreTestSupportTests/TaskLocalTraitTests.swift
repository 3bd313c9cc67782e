import ComposableCoreTestSupport
import Testing

@Suite(.taskLocal(TaskLocals.name, "suite")) struct TaskLocalTraitTests {
  @Test func aSuiteSetsAValueForItsTests() {
    #expect(TaskLocals.name.get() == "suite")
    #expect(TaskLocals.count.get() == 0)
  }

  @Test(.taskLocal(TaskLocals.name, "test"), .taskLocal(TaskLocals.count, 1))
  func aTestSetsValues() async {
    #expect(TaskLocals.name.get() == "test")
    let count = await Task { TaskLocals.count.get() }.value
    #expect(count == 1)
  }
}

@Suite(.user("Blob")) struct TaskLocalOfThisModuleTests {
  @Test func aFunctionNamesTheProperty() {
    #expect(User.name == "Blob")
  }
}

enum User {
  @TaskLocal static var name = ""
}

extension Trait where Self == TaskLocalTrait<String> {
  fileprivate static func user(_ name: String) -> Self { .taskLocal(User.$name, name) }
}

enum TaskLocals {
  static let name = TaskLocal(wrappedValue: "")
  static let count = TaskLocal(wrappedValue: 0)
}
