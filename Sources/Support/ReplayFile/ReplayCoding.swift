import Foundation

/// The encoding of actions and states as data.
package enum ReplayCoding {
  /// Has stacks of the architecture written with the ids of their elements, which actions name, and
  /// read with them. That module, which this one does not import, knows the key.
  static let stackElementIDs = CodingUserInfoKey(rawValue: "composable.stackElementIDs")!

  /// Has redacted values left out when a session is written, and replaced when it is read.
  package static let isRecording = CodingUserInfoKey(rawValue: "composable.isRecording")!

  /// Makes an encoder of actions and of the lines of a session.
  package static func encoder() -> JSONEncoder { encoder(stackElementIDs: "ids") }

  /// Makes an encoder of the state before the first action, which is written with the id that the
  /// next element of a stack gets.
  package static func stateEncoder() -> JSONEncoder { encoder(stackElementIDs: "idsAndNext") }

  private static func encoder(stackElementIDs value: String) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.userInfo[stackElementIDs] = value
    encoder.userInfo[isRecording] = true
    return encoder
  }

  /// Makes a decoder for the output of these encoders.
  package static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.userInfo[stackElementIDs] = "ids"
    decoder.userInfo[isRecording] = true
    return decoder
  }
}
