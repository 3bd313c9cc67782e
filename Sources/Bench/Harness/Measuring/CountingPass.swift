/// The number of operations in a pass that counts rather than times them.
///
/// Work that only occurs every few operations, such as growing an array, depends on it; so it must
/// be the same in every run, unless an operation becomes many times faster or slower.
enum CountingPass {
  static func count(nanosecondsEach time: Double) -> Int {
    switch time {
    case ..<100_000: 128
    case ..<3_000_000: 8
    default: 1
    }
  }
}
