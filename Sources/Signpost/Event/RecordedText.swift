/// Keeps texts that a program composes from filling up the buffers.
enum RecordedText {
  /// The most bytes of UTF-8 that a message takes. An event has to fit into a sub-buffer, and takes
  /// the place of others there.
  static let maximumLength = 4096

  /// The text, or as much of it as is recorded, with a mark at its end.
  static func limited(_ text: String, to limit: Int = maximumLength) -> String {
    guard text.utf8.count > limit else { return text }
    let mark = "…"
    var end = text.utf8.index(text.startIndex, offsetBy: max(limit - mark.utf8.count, 0))
    while end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return text[..<end] + mark
  }
}
