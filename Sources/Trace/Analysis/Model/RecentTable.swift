/// Values of spans, kept while a span is open, and afterwards until enough others have ended.
package struct RecentTable<Value> {
  package typealias Key = SpanKey

  private var values: [Key: Value] = [:]
  private var ended: [Key] = []
  private var next = 0
  private let capacity: Int

  /// - Parameter capacity: The number of ended spans whose values are kept.
  package init(capacity: Int = 1 << 14) { self.capacity = capacity }

  package subscript(key: Key) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// Records the end of a span.
  ///
  /// - Returns: The value of the span that ended longest ago, once there is no room for it.
  @discardableResult
  package mutating func end(_ key: Key) -> (key: Key, value: Value)? {
    guard values[key] != nil else { return nil }
    guard ended.count == capacity else {
      ended.append(key)
      return nil
    }
    let oldest = ended[next]
    ended[next] = key
    next = (next + 1) % capacity
    return values.removeValue(forKey: oldest).map { (oldest, $0) }
  }

  /// Removes all values; values of ended spans come first, in the order of the ends.
  mutating func removeAll() -> [(key: Key, value: Value)] {
    let keys = ended[next...] + ended[..<next]
    var all = keys.compactMap { key in values.removeValue(forKey: key).map { (key, $0) } }
    all += values.map { ($0, $1) }.sorted { ($0.0.process, $0.0.id) < ($1.0.process, $1.0.id) }
    self = Self(capacity: capacity)
    return all
  }
}
