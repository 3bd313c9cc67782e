extension Lesson {
  static let refresh = Lesson(
    title: "Refreshing",
    text: """
      The old fact stays while a new one is fetched, and after a failure. “store.send(.refresh)” \
      returns a task, and “finish()” waits until all that the action started has ended: a view \
      shows its spinner as long, and the command “wait” of a script waits for the same.
      """,
    mistake: """
      an effect that starts a Task of its own and returns. Then “finish()” returns at once, and \
      no cancellation reaches the work.
      """)
}
