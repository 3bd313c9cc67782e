import CustomDump
import Foundation

/// Numbers states, so that equal states have the same number.
///
/// A state that is `Equatable` is compared by `==`; another by its encoded form, if it is
/// `Encodable`.
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
    if let equatable = state as? any Equatable {
      // Equal states have encoded forms of one length; sets in them have no order.
      let hash = (state as? any Hashable)?.hashValue ?? encode(state)?.count ?? 0
      let bucket = Bucket(type: type, hash: hash)
      if let known = kept[bucket]?.first(where: { Self.areEqual(equatable, $0.state) }) {
        return known.number
      }
      count += 1
      kept[bucket, default: []].append((state, count))
      return count
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

  private func encode(_ state: Any) -> Data? {
    (state as? any Encodable).flatMap { try? encoder.encode($0) }
  }

  private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }

  /// Describes the difference of two states, for a person.
  func change<State>(from before: State, to after: State) -> String {
    diff(before, after) ?? ""
  }
}
