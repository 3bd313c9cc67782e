extension Lesson {
  static let webSocket = Lesson(
    title: "Web sockets",
    text: """
      One effect is the connection: it sends every event as an action, and cancelling it closes \
      the socket. Each text is sent by an effect of its own. The server is part of this program, \
      and echoes what it receives; leaving this screen disconnects.
      """,
    mistake: """
      keeping the socket in the state. A state is a value that tests compare; the connection \
      belongs to a dependency.
      """)
}
