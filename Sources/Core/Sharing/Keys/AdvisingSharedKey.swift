/// A key with advice for the report of a value that could not be loaded.
protocol AdvisingSharedKey {
  /// The advice, as a paragraph.
  var adviceAfterFailedLoad: String? { get }
}
