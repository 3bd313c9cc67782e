/// Adapts texts that a program composes: their length, so that they do not fill the buffers, and
/// NUL, which would end them in a trace.
enum RecordedText {
  /// The maximum number of bytes of UTF-8 of a message. An event has to fit into a sub-buffer, and
  /// leaves less room for others there.
  static let maximumLength = 4096

  /// The text, with the symbol ␀ in place of NUL, and truncated to the recorded length with a mark
  /// at its end. The mark is omitted if the limit has no room for it.
  static func limited(_ text: String, to limit: Int = maximumLength) -> String {
    let text = text.utf8.contains(0) ? text.replacing("\0", with: "␀") : text
    guard text.utf8.count > limit else { return text }
    let mark = limit < "…".utf8.count ? "" : "…"
    var end = text.utf8.index(text.startIndex, offsetBy: limit - mark.utf8.count)
    while end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return text[..<end] + mark
  }
}
