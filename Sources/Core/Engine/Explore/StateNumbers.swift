import CustomDump
import Foundation

/// Numbers states, so that equal states have the same number.
///
/// A state that is `Encodable` is compared by its encoded form, which is taken at once: a reference
/// in the state may have other contents later. Another is compared by `==`, if it has that.
///
/// Unchecked: used by one thread at a time.
package final class StateNumbers: @unchecked Sendable {
  /// The types of states that cannot be compared.
  package private(set) var incomparable: Set<String> = []
  private var encoded: [ObjectIdentifier: [Data: Int]] = [:]
  private var kept: [Bucket: [(state: Any, number: Int)]] = [:]
  private var count = 0

  /// States that may be equal.
  private struct Bucket: Hashable {
    let type: ObjectIdentifier
    let hash: Int
  }

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  package init() {}

  /// The number of a state; `nil` if the type has no comparison.
  func number<State>(of state: State) -> Int? {
    let type = ObjectIdentifier(State.self)
    if let encodable = state as? any Encodable, let data = try? encoder.encode(encodable) {
      if let known = encoded[type]?[data] { return known }
      count += 1
      encoded[type, default: [:]][data] = count
      return count
    }
    guard let equatable = state as? any Equatable else {
      incomparable.insert("\(State.self)")
      return nil
    }
    let bucket = Bucket(type: type, hash: (state as? any Hashable)?.hashValue ?? 0)
    if let known = kept[bucket]?.first(where: { Self.areEqual(equatable, $0.state) }) {
      return known.number
    }
    count += 1
    kept[bucket, default: []].append((state, count))
    return count
  }

  private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }

  /// Describes the difference of two states, for a person.
  func change<State>(from before: State, to after: State) -> String {
    diff(before, after) ?? ""
  }
}
