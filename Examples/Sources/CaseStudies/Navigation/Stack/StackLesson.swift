extension Lesson {
  static let stack = Lesson(
    title: "Stack",
    text: """
      The screens are a collection in the state: pushing appends, and popping removes, which \
      cancels the effects of the screen. A place such as “7/fact” is only another value. A fact \
      screen pops itself with “dismiss”.
      """,
    mistake: """
      letting a screen push the next one. It would have to contain that screen's state; the stack \
      sees the actions of all, and pushes for them.
      """)
}
