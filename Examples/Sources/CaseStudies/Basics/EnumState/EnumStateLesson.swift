extension Lesson {
  static let enumState = Lesson(
    title: "Enum state",
    text: """
      One screen with two modes, each a feature of its own: “@Reducer enum” generates the state, \
      the action and the body of the sum. The parent changes the mode, as only it knows both.
      """,
    mistake: """
      two optionals, of which exactly one should be set. The enum cannot be wrong, and the \
      compiler asks for each case.
      """)
}
