extension Lesson {
  static let alerts = Lesson(
    title: "Alerts and dialogs",
    text: """
      An alert and a confirmation dialog are state, so that a test reads what they ask, and \
      answers them with actions. As cases of one destination, they cannot both be open. An \
      answer closes them without code for it.
      """,
    mistake: """
      setting the destination to nil in the reducer of an answer. ifLet does so already, unless \
      the answer has just opened another one.
      """)
}
