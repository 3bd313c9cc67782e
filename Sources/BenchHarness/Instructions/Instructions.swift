/// What the processor executes each time an operation is performed, outside of the kernel.
struct Instructions: Codable, Equatable, Sendable {
  /// Who counted them; one's numbers can't be compared with the other's.
  enum Source: String, Codable, Sendable {
    case callgrind
    case hardware
  }

  var count: Double
  /// How far counts of the same operation were apart: 0 unless other threads take part.
  var range: Double
  var source: Source
  /// Calls of `swift_retain` and `swift_release`; nil where calls are not counted.
  var retains: Double?
  var releases: Double?
}
