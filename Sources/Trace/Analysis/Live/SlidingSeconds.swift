/// Values for each of the latest seconds.
struct SlidingSeconds<Value> {
  private let empty: Value
  private var slots: [(second: Int64, value: Value)]

  init(_ count: Int, empty: Value) {
    self.empty = empty
    slots = Array(repeating: (.min, empty), count: count)
  }

  /// Changes the value of the second that contains a time; times before all seconds are ignored.
  mutating func update(at time: Int64, _ change: (inout Value) -> Void) {
    let second = Self.second(of: time)
    let position = position(of: second)
    if slots[position].second > second { return }
    if slots[position].second < second { slots[position] = (second, empty) }
    change(&slots[position].value)
  }

  /// The values of the latest whole seconds before `now`, the oldest first.
  func wholeSeconds(_ count: Int, before now: Int64) -> [Value] {
    let current = Self.second(of: now)
    return (1...count).reversed().map { value(of: current - Int64($0)) }
  }

  /// The values of all seconds up to now, including the present one.
  func all(until now: Int64) -> [Value] {
    let current = Self.second(of: now)
    return (0..<slots.count).map { value(of: current - Int64($0)) }
  }

  private func value(of second: Int64) -> Value {
    let slot = slots[position(of: second)]
    return slot.second == second ? slot.value : empty
  }

  private func position(of second: Int64) -> Int {
    let remainder = Int(second % Int64(slots.count))
    return remainder < 0 ? remainder + slots.count : remainder
  }

  private static func second(of time: Int64) -> Int64 {
    let second = 1_000_000_000 as Int64
    return time >= 0 ? time / second : -((-time - 1) / second) - 1
  }
}
