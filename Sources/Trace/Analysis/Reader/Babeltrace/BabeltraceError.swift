import CBabeltrace

/// A failure reported by libbabeltrace2.
struct BabeltraceError: Error {
  var message: String

  /// Takes the current thread's error from the library and summarizes it in one sentence.
  static func takeMessage() -> String? {
    guard let error = bt_current_thread_take_error() else { return nil }
    defer { bt_error_release(error) }
    guard bt_error_get_cause_count(error) > 0,
      // The first cause is the innermost; the others repeat it with less detail.
      let cause = bt_error_borrow_cause_by_index(error, 0),
      let text = bt_error_cause_get_message(cause)
    else { return nil }
    return sentence(String(cString: text))
  }

  /// Removes details for the library's authors: addresses and the fields of its own objects.
  static func sentence(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let colon = line.range(ofSeparatorBeforeFields: ": ") else { return line }
    let reason = line[..<colon]
    let fields = line[line.index(colon, offsetBy: 2)...]
      .split(separator: ", ")
      .filter { field in
        !field.contains("0x") && !field.contains("addr=") && field.contains("=")
      }
      .prefix(4)
    return fields.isEmpty ? String(reason) : "\(reason) (\(fields.joined(separator: ", ")))"
  }
}

extension String {
  /// The end of the prose in “prose: key=value, key=value”.
  fileprivate func range(ofSeparatorBeforeFields separator: String) -> String.Index? {
    var position = startIndex
    while position < endIndex {
      guard self[position...].hasPrefix(separator) else {
        position = index(after: position)
        continue
      }
      let rest = self[position...].dropFirst(separator.count)
      let word = rest.prefix { !$0.isWhitespace && $0 != "," }
      if word.contains("=") { return position }
      position = index(after: position)
    }
    return nil
  }
}
