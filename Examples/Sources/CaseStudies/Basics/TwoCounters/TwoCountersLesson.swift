extension Lesson {
  static let twoCounters = Lesson(
    title: "Two counters",
    text: """
      The Counter of the first study twice, each embedded with Scope. The parent counts the \
      changes of both, as it receives every action of its children; the sum is computed, not kept.
      """,
    mistake: """
      putting Scope below a Reduce that reads the child. Reducers run from top to bottom: the \
      parent would see the child before its change.
      """)
}
