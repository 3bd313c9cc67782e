/// The time spent on each benchmark.
struct Effort: Equatable, Sendable {
  var rounds: Int
  /// The time of all rounds together, in seconds.
  var time: Double

  // Many short rounds: some of them are undisturbed, however busy the machine is.
  static let usual = Effort(rounds: 201, time: 0.4)
  static let quick = Effort(rounds: 61, time: 0.06)

  /// In nanoseconds.
  var batchTime: Double { time * 1e9 / Double(rounds) }
}
