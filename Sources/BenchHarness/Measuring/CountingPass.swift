/// How many operations are performed when something about them is counted rather than timed.
///
/// What is only done every few times, as growing an array, depends on it; so it must be the same in
/// every run, unless an operation becomes many times faster or slower.
enum CountingPass {
  static func count(nanosecondsEach time: Double) -> Int {
    switch time {
    case ..<30_000: 128
    case ..<1_000_000: 8
    default: 1
    }
  }
}
