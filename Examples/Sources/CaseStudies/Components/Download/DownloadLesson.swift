extension Lesson {
  static let download = Lesson(
    title: "Downloads",
    text: """
      A component with an effect, an alert and a cancellation id, used by each row. Download two \
      files at once and stop one: the other goes on, as forEach keeps the effects of rows apart. \
      The file “missing” fails.
      """,
    mistake: """
      a cancellation id with the id of the row in it. Within forEach an id means the effect of \
      the same row, and of no other.
      """)
}
