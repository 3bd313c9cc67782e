extension Lesson {
  static let recursion = Lesson(
    title: "Recursion",
    text: """
      A feature with features of its own kind: forEach runs “Self()” for the children, and the \
      action of a heading three levels down travels through three parents. A parent deletes a \
      child, and all effects below end with it.
      """,
    mistake: """
      one reducer that searches the whole tree for an id. The path of ids in the action is the \
      way already, and costs no search.
      """)
}
