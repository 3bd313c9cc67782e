/// Hashes that are the same in each process.
enum FixedHashes {
  /// The variable of the environment that fixes the hashes of a process when it starts.
  static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Starts this program again if hashes are random.
  ///
  /// A session is decoded by way of dictionaries, whose order decides which blocks of memory are
  /// free when its state is made. The arrays of the state use all of the block that they get: with
  /// random hashes, they have room for one more element in one process, and allocate for it in
  /// another.
  static func ensure() {
    StartEnvironment.ensure(variable, "1")
  }
}
