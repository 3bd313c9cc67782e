extension Lesson {
  static let longLiving = Lesson(
    title: "Long-living effects",
    text: """
      Change the size of the window. The effect is a loop over a stream of a dependency: it \
      begins with the action “task”, which a view sends when it appears, and ends with this \
      screen. Then the stream ends as well, and with it the handler of the signal.
      """,
    mistake: """
      a stream that ignores its end. “onTermination” is the place that gives back what the stream \
      holds.
      """)
}
