extension Lesson {
  static let timers = Lesson(
    title: "Timers",
    text: """
      The effect is a loop over “clock.timer”, which lasts until it is cancelled: by the button, \
      or by the end of this screen. The clock is a dependency, so that a test advances it by an \
      hour in no time.
      """,
    mistake: """
      “Task.sleep” in a loop. It drifts by the time that the work takes, and a test has to wait \
      as long as a user.
      """)
}
