/// The instructions of one operation, outside of the kernel.
struct Instructions: Codable, Equatable, Sendable {
  /// The tool that counted them; counts of different tools are not comparable.
  enum Source: String, Codable, Sendable {
    case callgrind
    case hardware
  }

  var count: Double
  /// The difference between counts of the same operation: 0 unless other threads take part.
  var range: Double
  var source: Source
  /// The number of calls of `swift_retain` and `swift_release`; nil if calls are not counted.
  var retains: Double?
  var releases: Double?
  /// The number of generic types that the runtime looked up; nil if calls are not counted.
  var typeLookUps: Double?
  /// The number of values that were hashed, most of them to search a table; nil if calls are not
  /// counted.
  var hashes: Double?
}
