extension Lesson {
  static let loadThenPresent = Lesson(
    title: "Load, then present",
    text: """
      The same sheet in two ways. Loaded first, the parent owns the effect, and cancels it by its \
      id. Presented first, the sheet owns it: closing the sheet cancels it, without any \
      code for that.
      """,
    mistake: """
      presenting without a way back while the parent loads. The sheet would appear later, over \
      whatever the user is doing then.
      """)
}
