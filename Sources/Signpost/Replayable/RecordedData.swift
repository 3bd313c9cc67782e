import Foundation
import ReplayFile

/// A value encoded for a recording, in pieces that fit into events: complete or empty.
struct RecordedData {
  /// The bytes of the value; 0 if it cannot be encoded.
  let size: Int
  /// The value as JSON; empty if it cannot be encoded, or is too long.
  let text: String

  /// Encodes a value.
  ///
  /// - Parameters:
  ///   - limit: The most bytes to record.
  ///   - encoder: An encoder for the value.
  init(
    _ value: some Encodable, limit: Int, encoder: JSONEncoder = ReplayCoding.encoder()
  ) {
    guard let data = try? encoder.encode(value) else {
      size = 0
      text = ""
      return
    }
    size = data.count
    text = size <= limit ? String(decoding: data, as: UTF8.self) : ""
  }

  /// Calls a function for each piece, or once with an empty piece if there is no text.
  func forEachPiece(_ body: (_ offset: Int, _ piece: String) -> Void) {
    guard text.utf8.count > RecordedText.maximumLength else { return body(0, text) }
    var start = text.startIndex
    var offset = 0
    while start < text.endIndex {
      let end = pieceEnd(from: start)
      let piece = text[start..<end]
      body(offset, String(piece))
      offset += piece.utf8.count
      start = end
    }
  }

  /// The end of the largest piece from `start` that fits into an event.
  private func pieceEnd(from start: String.Index) -> String.Index {
    var end =
      text.utf8.index(start, offsetBy: RecordedText.maximumLength, limitedBy: text.endIndex)
      ?? text.endIndex
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return end
  }
}
