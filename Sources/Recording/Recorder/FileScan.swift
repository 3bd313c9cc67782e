/// The repeated scan of directories that may have very many files.
enum FileScan {
  /// The pause after a scan, so that scans take at most two percent of a processor, and a result is
  /// no older than ten seconds.
  ///
  /// - Parameter duration: The time that the scan took.
  static func pause(after duration: Duration) -> Duration {
    min(duration * 50, .seconds(10))
  }
}
