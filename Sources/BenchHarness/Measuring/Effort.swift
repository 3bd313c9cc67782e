/// How much time is spent on each benchmark.
struct Effort: Equatable, Sendable {
  var rounds: Int
  /// Of all rounds together, in seconds.
  var time: Double

  static let usual = Effort(rounds: 51, time: 0.4)
  static let quick = Effort(rounds: 15, time: 0.06)

  /// In nanoseconds.
  var batchTime: Double { time * 1e9 / Double(rounds) }
}
