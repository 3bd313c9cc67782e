extension Lesson {
  static let throttling = Lesson(
    title: "Throttling, debouncing",
    text: """
      Tap quickly. Debounced, an action arrives a second after the last tap: for searching while \
      the user writes. Throttled, at most one arrives in a second, the first or the latest of its \
      taps: for progress that comes too often.
      """,
    mistake: """
      one id for two effects. Ids are what debouncing cancels and throttling counts by, so each \
      needs a case of its own.
      """)
}
