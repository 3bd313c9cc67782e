extension Suite {
  /// All suites, in the order in which they are measured.
  public static let all: [Suite] = [
    .send, .reduce, .scope, .children, .observation, .size, .effects, .memory, .naming, .macros,
    .testing, .actors, .wrappers, .recording, .sends, .signposter, .signposting,
  ]
}
