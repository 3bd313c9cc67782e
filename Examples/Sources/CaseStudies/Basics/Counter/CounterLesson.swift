extension Lesson {
  static let counter = Lesson(
    title: "Counter",
    text: """
      State is a value, an action names an event, and the reducer is the only place that changes \
      the state. The screen reads the store, and is drawn again when what it has read changes.
      """,
    mistake: """
      naming an action after its effect (“setCount”). Name it after the event \
      (“incrementButtonTapped”), and the reducer decides what follows.
      """)
}
