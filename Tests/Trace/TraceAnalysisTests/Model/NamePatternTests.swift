import Testing

@testable import TraceAnalysis

@Suite struct NamePatternTests {
  @Test(arguments: [
    ("load", "load", true), ("load", "loaded", false), ("load", "", false), ("", "", true),
    ("*", "", true), ("*", "anything", true), ("todos.*", "todos.add", true),
    ("todos.*", "todo", false), ("*.add", "todos.add", true), ("*.add", "add", false),
    ("a*b*c", "abc", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "acb", false),
    ("a**c", "ac", true), ("ab*ba", "aba", false), ("größe*", "größer", true),
  ])
  func matches(pattern: String, text: String, isMatch: Bool) {
    #expect(NamePattern(pattern).matches(text) == isMatch)
  }
}
