extension Lesson {
  static let cancellation = Lesson(
    title: "Cancellation",
    text: """
      Ask for a fact, and change the number or press “c” before it is there: the request is \
      cancelled, and no answer counts. Asking again cancels the request before, with \
      “cancelInFlight”.
      """,
    mistake: """
      cancelling without resetting “isLoading”. A cancelled effect sends nothing any more, so the \
      reducer that cancels has to leave the state complete.
      """)
}
