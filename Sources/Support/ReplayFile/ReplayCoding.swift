import Foundation

/// The encoding of actions and states as data.
package enum ReplayCoding {
  /// The key with which stacks of the architecture encode the ids of their elements, as actions
  /// name them. The architecture, which this module does not import, declares the same key.
  static let stackElementIDs = CodingUserInfoKey(rawValue: "composable.stackElementIDs")!

  /// The key with which redacted values are left out of a session, and replaced when it is read.
  package static let isRecording = CodingUserInfoKey(rawValue: "composable.isRecording")!

  // Each action has an encoder, and all encoders share these.
  private static let userInfo: [CodingUserInfoKey: any Sendable] = [
    stackElementIDs: "ids", isRecording: true,
  ]
  private static let stateUserInfo: [CodingUserInfoKey: any Sendable] = [
    stackElementIDs: "idsAndNext", isRecording: true,
  ]

  /// Makes an encoder of actions and of the lines of a session.
  package static func encoder() -> JSONEncoder { encoder(userInfo) }

  /// Makes an encoder of the state before the first action, which is written with the id that the
  /// next element of a stack gets.
  package static func stateEncoder() -> JSONEncoder { encoder(stateUserInfo) }

  private static func encoder(_ userInfo: [CodingUserInfoKey: any Sendable]) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.userInfo = userInfo
    return encoder
  }

  /// Makes a decoder for the output of these encoders.
  package static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.userInfo = userInfo
    return decoder
  }
}
