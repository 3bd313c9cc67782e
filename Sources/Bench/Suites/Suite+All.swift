extension Suite {
  /// All suites, in the order in which they are measured.
  public static let all: [Suite] = [
    .fresh, .send, .reduce, .scope, .children, .observation, .size, .effects, .memory, .naming,
    .macros, .testing, .exploring, .actors, .aged, .wrappers, .recording, .sends, .sampling,
    .selection, .replayable, .replaying, .signposter, .signposting,
  ]
}
