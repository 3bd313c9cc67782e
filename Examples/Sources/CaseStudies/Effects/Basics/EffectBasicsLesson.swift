extension Lesson {
  static let effectBasics = Lesson(
    title: "Effects",
    text: """
      A fact comes from a service that fails for multiples of 7. The effect sends either outcome \
      as an action, and the reducer decides. A number below zero goes back to zero after a \
      second, which a test clock makes no wait at all.
      """,
    mistake: """
      an effect that throws without “catch”. No action follows, the text “Loading…” stays, and \
      only a warning names the line.
      """)
}
