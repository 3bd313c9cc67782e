extension Lesson {
  static let optionalState = Lesson(
    title: "Optional state",
    text: """
      A child that may be there or not, embedded with ifLet. Start the stopwatch and hide it: its \
      effect is cancelled with it, and the one that is shown next begins at zero.
      """,
    mistake: """
      keeping “isShown” beside the child's state. Two values can disagree; an optional cannot, \
      and a hidden child has no effects left.
      """)
}
