import Testing

@testable import TraceAnalysis

@Suite struct PropertyPatternTests {
  private func relation(_ pattern: String, _ path: String) -> PropertyPattern.Relation? {
    PropertyPattern(pattern).relation(to: path, owners: ["Todos", "todos"])
  }

  @Test(arguments: [
    ("count", "count"), ("todos.*.isDone", "todos[2].isDone"),
    ("todos[*].isDone", "todos[2].isDone"),
    ("todos[2].isDone", "todos[2].isDone"), ("*.isDone", "todos[2].isDone"),
    ("Todos.list.isLoading", "list.isLoading"), ("todos.list.isLoading", "list.isLoading"),
    ("*", "count"), ("*", "self"),
  ])
  func propertyPattern_path_selectsIt(pattern: String, path: String) {
    #expect(relation(pattern, path) == .itself)
  }

  @Test func propertyPattern_partOfTheProperty_isWithin() {
    #expect(relation("results", "results[3].name") == .within(length: 1))
    #expect(relation("Todos.results", "results[3].name") == .within(length: 1))
    #expect(PropertyPattern.prefix(of: "results[3].name", 1) == "results")
    #expect(PropertyPattern.prefix(of: "results[3].name", 2) == "results[3]")
  }

  @Test func propertyPattern_valueAroundTheProperty_mayHaveChangedIt() {
    #expect(relation("todos.*.isDone", "todos") == .asPart)
    #expect(relation("todos.*.isDone", "todos[1]") == .asPart)
    #expect(relation("list.isLoading", "self") == .asPart)
  }

  @Test func propertyPattern_otherPath_selectsNothing() {
    #expect(relation("count", "counter") == nil)
    #expect(relation("todos.*.isDone", "todos[2].title") == nil)
    #expect(relation("*.isDone", "count") == nil)
  }

  @Test func propertyPattern_typeAndField_hasTheOwnerOfTheField() {
    let pattern = PropertyPattern("Todo.isDone")
    #expect(pattern.type == "Todo")
    #expect(pattern.owner(ofFieldIn: "lists[0].todos[2].isDone") == "lists.*.todos.*")
    #expect(pattern.owner(ofFieldIn: "todos[2].title") == nil)
    #expect(PropertyPattern("todo.isDone").type == nil)
  }
}
