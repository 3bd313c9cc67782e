extension Lesson {
  static let favorite = Lesson(
    title: "Favorites",
    text: """
      A component of its own, used by each row: the star changes at once, while the request to \
      the server is under way. It refuses “Moby-Dick”, so that star goes back, with an alert. \
      Toggle one twice quickly: only the last request counts.
      """,
    mistake: """
      going back by toggling again. After two taps that is wrong; keep what the server has \
      confirmed last, and go back to that.
      """)
}
