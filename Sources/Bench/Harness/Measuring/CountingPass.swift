/// The number of operations in a pass that counts rather than times them.
///
/// Work that only occurs every few operations, such as growing an array, depends on it, so two
/// counts can only be compared if they have it in common, whatever the speed of the machine.
enum CountingPass {
  /// The number for all operations but slow ones.
  static let usual = 128

  /// Returns the number that a threshold was recorded with; without a threshold, one that suits an
  /// operation of this duration. Retained objects are always counted alike: memory that is freed
  /// every few operations would otherwise be counted for fast ones only.
  static func count(
    of kind: BenchmarkResult.Kind, nanosecondsEach time: Double, threshold: Thresholds.Memory?
  ) -> Int {
    if let threshold { return threshold.operations ?? usual }
    return switch time {
    case _ where kind == .retained, ..<100_000: usual
    case ..<3_000_000: 8
    default: 1
    }
  }
}
