extension Lesson {
  static let sharedState = Lesson(
    title: "Shared state",
    text: """
      Both tabs hold the same two values with @Shared: one in memory, which ends with the \
      program, and one in a file. Count, change the tab, and start the program again. Neither \
      tab passes anything to the other.
      """,
    mistake: """
      “count = count + 1” in two steps. A shared value may change in between: change it in place, \
      with “$count.withLock { $0 += 1 }”.
      """)
}
