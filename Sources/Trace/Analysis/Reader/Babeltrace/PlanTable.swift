import CBabeltrace

/// The plan of each event class, by the class's address.
///
/// Looked up for each event of a trace: in memory of its own, it has no checks of exclusive access.
final class PlanTable {
  private struct Slot {
    /// The event class, 0 for an empty slot.
    var key: UInt = 0
    var plan: Int = 0
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var slotCount = 64
  private var plans: UnsafeMutablePointer<EventPlan>
  private var count = 0
  private var classes: [OpaquePointer] = []

  init() {
    slots = Self.emptySlots(slotCount)
    plans = .allocate(capacity: slotCount / 2)
  }

  deinit {
    for eventClass in classes { bt_event_class_put_ref(eventClass) }
    slots.deallocate()
    plans.deallocate()
  }

  /// The plan of a class. The pointer is valid until the next call.
  @inline(__always)
  func plan(of eventClass: OpaquePointer) -> UnsafePointer<EventPlan> {
    let key = UInt(bitPattern: eventClass)
    var slot = Self.slot(key, slotCount)
    while slots[slot].key != 0 {
      if slots[slot].key == key { return UnsafePointer(plans + slots[slot].plan) }
      slot = (slot + 1) & (slotCount - 1)
    }
    return add(eventClass, slot)
  }

  private func add(_ eventClass: OpaquePointer, _ slot: Int) -> UnsafePointer<EventPlan> {
    // A reference to the class prevents the reuse of its address.
    bt_event_class_get_ref(eventClass)
    classes.append(eventClass)
    (plans + count).initialize(to: EventPlan(eventClass))
    slots[slot] = Slot(key: UInt(bitPattern: eventClass), plan: count)
    count += 1
    if count * 2 == slotCount { grow() }
    return UnsafePointer(plans + count - 1)
  }

  private func grow() {
    let oldSlots = slots
    let oldPlans = plans
    let oldCount = slotCount
    slotCount *= 2
    slots = Self.emptySlots(slotCount)
    plans = .allocate(capacity: slotCount / 2)
    plans.moveInitialize(from: oldPlans, count: count)
    for index in 0..<oldCount where oldSlots[index].key != 0 {
      var slot = Self.slot(oldSlots[index].key, slotCount)
      while slots[slot].key != 0 { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = oldSlots[index]
    }
    oldSlots.deallocate()
    oldPlans.deallocate()
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }

  @inline(__always)
  private static func slot(_ key: UInt, _ count: Int) -> Int {
    Int(truncatingIfNeeded: ((key >> 4) &* 0x9e37_79b9_7f4a_7c15) >> 32) & (count - 1)
  }
}
