import CBabeltrace

/// The plan of each event class, found by the class's address.
struct PlanTable {
  private var keys: [UInt]
  private var indices: [Int32]
  private var plans: [EventPlan] = []
  private var classes: [OpaquePointer] = []

  init() {
    keys = Array(repeating: 0, count: 64)
    indices = Array(repeating: 0, count: 64)
  }

  mutating func plan(of eventClass: OpaquePointer) -> EventPlan {
    let key = UInt(bitPattern: eventClass)
    var slot = Self.slot(key, keys.count)
    while keys[slot] != 0 {
      if keys[slot] == key { return plans[Int(indices[slot])] }
      slot = (slot + 1) & (keys.count - 1)
    }
    // Holding the class keeps its address from becoming that of another one.
    bt_event_class_get_ref(eventClass)
    classes.append(eventClass)
    let plan = EventPlan(eventClass)
    plans.append(plan)
    keys[slot] = key
    indices[slot] = Int32(plans.count - 1)
    if plans.count * 2 > keys.count { grow() }
    return plan
  }

  /// Forgets everything and lets go of the classes.
  mutating func removeAll() {
    for eventClass in classes { bt_event_class_put_ref(eventClass) }
    self = PlanTable()
  }

  private mutating func grow() {
    let oldKeys = keys
    let oldIndices = indices
    keys = Array(repeating: 0, count: oldKeys.count * 2)
    indices = Array(repeating: 0, count: oldKeys.count * 2)
    for (key, index) in zip(oldKeys, oldIndices) where key != 0 {
      var slot = Self.slot(key, keys.count)
      while keys[slot] != 0 { slot = (slot + 1) & (keys.count - 1) }
      keys[slot] = key
      indices[slot] = index
    }
  }

  private static func slot(_ key: UInt, _ count: Int) -> Int {
    Int(truncatingIfNeeded: ((key >> 4) &* 0x9e37_79b9_7f4a_7c15) >> 32) & (count - 1)
  }
}
