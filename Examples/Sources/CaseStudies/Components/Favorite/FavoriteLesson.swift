extension Lesson {
  static let favorite = Lesson(
    title: "Favorites",
    text: """
      A component of its own, used by each row: the star changes at once, while the request to \
      the server is under way. It refuses “Moby-Dick”, so that star goes back, with an alert. \
      Toggle one twice quickly: the second request follows the first.
      """,
    mistake: """
      cancelling the first request. The server may process it nevertheless, after the second. \
      “explore” has found it: see ExploredStudiesTests.
      """)
}
