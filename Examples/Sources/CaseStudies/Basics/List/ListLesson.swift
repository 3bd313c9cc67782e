extension Lesson {
  static let list = Lesson(
    title: "Lists",
    text: """
      Rows are features with ids, in an IdentifiedArray, and forEach runs the row's reducer for \
      the id in the action. Moving a row changes no id: its state and effects go with it. \
      Deleting a row cancels its effects.
      """,
    mistake: """
      actions with an index. It is another row after a deletion, or none, while an effect still \
      holds it.
      """)
}
