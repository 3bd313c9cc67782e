import CCore
import CustomDump
import Foundation

/// Numbers states, so that equal states have the same number.
///
/// A state that is `Equatable` is compared by `==`; another by its encoded form, if it is
/// `Encodable`. If it holds objects, such as a `Shared` value, or is not equal to itself, as one
/// with a NaN, it is compared by its dump: objects change after they have been compared.
///
/// Unchecked: used by one thread at a time.
package final class StateNumbers: @unchecked Sendable {
  /// The types of states that cannot be compared.
  package private(set) var incomparable: Set<String> = []
  /// The number of the exploration whose states they are.
  let exploration = composable_make_id()
  private var encoded: [ObjectIdentifier: [Data: Int]] = [:]
  private var kept: [Bucket: [(state: Any, number: Int)]] = [:]
  /// The kept states by their causes: nearly all are met again where they were met before, and a
  /// search of all takes longer with each.
  private var caused: [Int: [(state: Any, number: Int)]] = [:]
  /// The types that are compared by their dumps, and the numbers of the dumps of all types.
  private var dumped: Set<ObjectIdentifier> = []
  private var dumps: [ObjectIdentifier: [String: Int]] = [:]
  private var count = 0

  /// States that may be equal.
  private struct Bucket: Hashable {
    let type: ObjectIdentifier
    let hash: Int
  }

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()

  package init() {}

  /// The number of a state; `nil` if the type has no comparison.
  ///
  /// - Parameter cause: The same for states that are likely to be equal.
  func number<State>(of state: State, cause: Int) -> Int? {
    let type = ObjectIdentifier(State.self)
    if let equatable = state as? any Equatable {
      if dumped.contains(type) { return number(ofDumpOf: state) }
      if let known = caused[cause]?.first(where: { Self.areEqual(equatable, $0.state) }) {
        return known.number
      }
      // Equal states may have different encoded forms: a comparison can leave out a property.
      let hash = (state as? any Hashable)?.hashValue ?? 0
      let bucket = Bucket(type: type, hash: hash)
      if let known = kept[bucket]?.first(where: { Self.areEqual(equatable, $0.state) }) {
        caused[cause, default: []].append(known)
        return known.number
      }
      if !Self.areEqual(equatable, state) || Self.holdsObjects(state) { dumped.insert(type) }
      let number = number(ofDumpOf: state)
      if !dumped.contains(type) {
        kept[bucket, default: []].append((state, number))
        caused[cause, default: []].append((state, number))
      }
      return number
    }
    guard let data = encode(state) else {
      incomparable.insert("\(State.self)")
      return nil
    }
    if let known = encoded[type]?[data] { return known }
    count += 1
    encoded[type, default: [:]][data] = count
    return count
  }

  private func number<State>(ofDumpOf state: State) -> Int {
    let type = ObjectIdentifier(State.self)
    let dump = String(customDumping: state)
    if dumped.contains(type), let known = dumps[type]?[dump] { return known }
    count += 1
    dumps[type, default: [:]][dump] = count
    return count
  }

  /// Whether a value holds an object, whose contents may change while the value stays the same.
  private static func holdsObjects(_ value: Any) -> Bool {
    if value is any _CustomDiffObject { return true }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .class
      // The marks of observable states are no part of their values.
      || mirror.children.contains { child in
        child.label?.hasPrefix("_$") != true && holdsObjects(child.value)
      }
  }

  private func encode(_ state: Any) -> Data? {
    (state as? any Encodable).flatMap { try? encoder.encode($0) }
  }

  private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }

  /// Describes the difference of two states, for a person.
  package func change<State>(from before: State, to after: State) -> String {
    diff(before, after) ?? ""
  }
}
