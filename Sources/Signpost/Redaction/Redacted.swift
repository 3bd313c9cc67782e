public import CustomDump
import ReplayFile

/// A value that no recording, page, export, log or message shows.
///
/// ```swift
/// @ObservableState
/// struct State: Codable, Equatable {
///   var user = ""
///   var password = Redacted("")
/// }
///
/// enum Action: Codable {
///   case signInButtonTapped(user: String, password: Redacted<String>)
/// }
/// ```
///
/// The macro of an observable state admits no wrappers of properties. In another type, `@Redacted
/// var password = ""` does the same.
///
/// A binding writes the redacted value: `.set(\.password, Redacted("…"))`, or `\.$password` for a
/// wrapped property. An action that writes the plain value, to `\.password.wrappedValue`, shows it.
///
/// Everything that describes a value shows `(redacted)` in its place: payloads and state
/// differences of `.signpost()`, messages and metadata of log records, messages of intervals and
/// events, `print`, `dump`, `customDump`, messages of crashes, and failures of tests. State
/// differences name a changed property, without its values.
///
/// A program that encodes and decodes the value, as in a file of its own, writes and reads it as
/// usual.
/// Only data for a replay lacks it: a replay gets the value of ``Redactable/redacted`` instead, and
/// digests of states ignore it.
///
/// A wrapper hides the value. Copies that a reducer makes of it, in properties without
/// `@Redacted`, are shown. The closure of ``SignpostPayload/text(limit:_:)`` decides on everything
/// that is recorded of an action.
@propertyWrapper
public struct Redacted<Value> {
  /// The value.
  public var wrappedValue: Value

  /// The redacted value, to be written by a binding.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Hides a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Hides a value, such as a payload of an action.
  public init(_ value: Value) { wrappedValue = value }
}

/// The text in place of a redacted value.
private let mask = "(redacted)"

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
  CustomDumpStringConvertible
{
  /// `(redacted)`.
  public var description: String { mask }
  /// `(redacted)`.
  public var debugDescription: String { mask }
  /// `(redacted)`.
  public var customDumpDescription: String { mask }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Encodable where Value: Encodable {
  /// Encodes the value; for a recording, `(redacted)`.
  public func encode(to encoder: any Encoder) throws {
    // By a container, so that the encoder treats a date as it treats others.
    var container = encoder.singleValueContainer()
    if encoder.userInfo[ReplayCoding.isRecording] == nil {
      try container.encode(wrappedValue)
    } else {
      try container.encode(mask)
    }
  }
}

extension Redacted: Decodable where Value: Decodable {
  /// Decodes the value; from a recording, takes ``Redactable/redacted``.
  public init(from decoder: any Decoder) throws {
    guard decoder.userInfo[ReplayCoding.isRecording] != nil else {
      wrappedValue = try decoder.singleValueContainer().decode(Value.self)
      return
    }
    guard let type = Value.self as? any Redactable.Type, let value = type.redacted as? Value else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: """
            The recording lacks a redacted value of \(Value.self), and a replay needs one: conform \
            \(Value.self) to Redactable.
            """))
    }
    wrappedValue = value
  }
}

extension KeyedDecodingContainer {
  /// Decodes a redacted optional value, which may be missing as any other optional one.
  public func decode<Value: Decodable>(
    _ type: Redacted<Value?>.Type, forKey key: Key
  ) throws -> Redacted<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Redacted(nil)
  }
}

/// A type with a value that takes the place of a redacted one in a replay.
///
/// `String`, `Bool`, `Int`, `Double`, collections and optional values have an empty one.
public protocol Redactable {
  /// The value in a replay.
  static var redacted: Self { get }
}

extension String: Redactable {
  /// The empty text.
  public static var redacted: String { "" }
}

extension Bool: Redactable {
  /// `false`.
  public static var redacted: Bool { false }
}

extension Int: Redactable {
  /// 0.
  public static var redacted: Int { 0 }
}

extension Double: Redactable {
  /// 0.
  public static var redacted: Double { 0 }
}

extension Optional: Redactable {
  /// `nil`.
  public static var redacted: Wrapped? { nil }
}

extension Array: Redactable {
  /// The empty list.
  public static var redacted: [Element] { [] }
}

extension Set: Redactable {
  /// The empty set.
  public static var redacted: Set<Element> { [] }
}

extension Dictionary: Redactable {
  /// The empty dictionary.
  public static var redacted: [Key: Value] { [:] }
}
