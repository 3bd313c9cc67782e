/// Limits the length of texts that a program composes, so that they do not fill the buffers.
enum RecordedText {
  /// The maximum number of bytes of UTF-8 of a message. An event has to fit into a sub-buffer, and
  /// leaves less room for others there.
  static let maximumLength = 4096

  /// The text, truncated to the recorded length with a mark at its end.
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
