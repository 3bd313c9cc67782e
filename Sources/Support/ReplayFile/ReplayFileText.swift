import Foundation

/// Checks texts from a trace before they become part of a file.
package enum ReplayFileText {
  /// Whether a text is a JSON value on one line.
  package static func isJSON(_ text: Data) -> Bool {
    !text.contains(UInt8(ascii: "\n")) && JSONText.isValid(text)
  }
}
