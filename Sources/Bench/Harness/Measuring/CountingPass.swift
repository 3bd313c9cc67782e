/// The number of operations in a pass that counts rather than times them.
///
/// Work that only occurs every few operations, such as growing an array, depends on it; so it must
/// be the same in every run, unless an operation becomes many times faster or slower.
enum CountingPass {
  /// Returns the number for an operation that takes a time. Retained objects are counted alike
  /// whatever it is: memory that is freed every few operations would be counted in a slow run only.
  static func count(of kind: BenchmarkResult.Kind, nanosecondsEach time: Double) -> Int {
    switch time {
    case _ where kind == .retained, ..<100_000: 128
    case ..<3_000_000: 8
    default: 1
    }
  }
}
