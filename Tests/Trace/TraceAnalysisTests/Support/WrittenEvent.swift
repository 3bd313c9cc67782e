/// The value of a field in a trace written for a test.
enum FieldValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  case integer(UInt64)
  case string(String)

  init(integerLiteral value: Int64) { self = .integer(UInt64(bitPattern: value)) }
  init(stringLiteral value: String) { self = .string(value) }
}

/// An event to be written into a trace.
struct WrittenEvent {
  /// Nanoseconds since ``TraceWriter/origin``.
  var time: Int64
  var name: String
  var values: [FieldValue]
  var vpid: Int32 = 4242
  var vtid: Int32 = 4242
  var procname = "demo"

  func `in`(process vpid: Int32, thread vtid: Int32? = nil, named procname: String) -> WrittenEvent
  {
    var event = self
    event.vpid = vpid
    event.vtid = vtid ?? vpid
    event.procname = procname
    return event
  }

  static func schema(
    _ time: Int64, version: UInt64 = 4, library: String = "0.1.0", program: String = ""
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:schema",
      values: [.integer(version), .string(library), .string(program)])
  }

  static func storeCreated(
    _ time: Int64, _ store: UInt64, parent: UInt64 = 0, feature: String = "Counter",
    announced age: Int64? = nil
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:store_created",
      values: [.integer(store), .integer(parent), .string(feature), "Demo/main.swift", 7]
        + start(age))
  }

  /// `announced` and `age`; versions 1 to 3, whose events end before them, leave them out.
  private static func start(_ age: Int64?) -> [FieldValue] {
    [age == nil ? 0 : 1, .integer(UInt64(bitPattern: age ?? 0))]
  }

  static func storeReleased(_ time: Int64, _ store: UInt64, parent: UInt64 = 0) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:store_released",
      values: [.integer(store), .integer(parent), "Counter", "Demo/main.swift", 7])
  }

  static func actionBegin(
    _ time: Int64, _ action: UInt64, _ prefix: String, _ name: String, cause: UInt64 = 0,
    parent: UInt64 = 0, store: UInt64 = 1
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:action_begin",
      values: [
        .integer(action), .integer(cause), .integer(parent), .integer(store), .string(prefix),
        .string(name),
      ])
  }

  static func actionEnd(
    _ time: Int64, _ action: UInt64, changed: UInt64 = 2, effect: UInt64 = 0
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:action_end",
      values: [.integer(action), .integer(changed), .integer(effect)])
  }

  static func effectBegin(
    _ time: Int64, _ effect: UInt64, _ prefix: String, _ name: String, action: UInt64,
    announced age: Int64? = nil
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:effect_begin",
      values: [.integer(effect), .integer(action), .string(prefix), .string(name)] + start(age))
  }

  static func effectOutput(_ time: Int64, _ effect: UInt64, _ name: String) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:effect_output", values: [.integer(effect), .string(name)])
  }

  static func effectEnd(
    _ time: Int64, _ effect: UInt64, outcome: UInt64 = 0, outputs: UInt64 = 0
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:effect_end",
      // The last two are of versions 1 to 3.
      values: [.integer(effect), .integer(outcome), .integer(outputs), -1, -1])
  }

  static func intervalBegin(
    _ time: Int64, _ interval: UInt64, _ name: String, id: UInt64 = 0, subsystem: String = "app",
    category: String = "network", message: String = "", isSynchronous: Bool = false
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:interval_begin",
      values: [
        .integer(interval), .integer(id), .string(subsystem), .string(category), .string(name),
        .string(message), .integer(isSynchronous ? 1 : 0),
      ])
  }

  static func intervalEnd(
    _ time: Int64, _ interval: UInt64, _ name: String, id: UInt64 = 0, subsystem: String = "app",
    category: String = "network", outcome: UInt64 = 0, message: String = ""
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:interval_end",
      values: [
        .integer(interval), .integer(id), .string(subsystem), .string(category), .string(name),
        .integer(outcome), .string(message),
      ])
  }

  static func event(
    _ time: Int64, _ name: String, id: UInt64 = 0, subsystem: String = "app",
    category: String = "network", message: String = ""
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:event",
      values: [
        .integer(id), .string(subsystem), .string(category), .string(name), .string(message),
      ])
  }

  static func log(
    _ time: Int64, _ level: UInt64, _ label: String, _ message: String = "", metadata: String = ""
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:log",
      values: [
        .integer(level), .string(label), .string(message), .string(metadata), "Demo/main.swift", 7,
      ])
  }

  static func actionPayload(_ time: Int64, _ action: UInt64, _ payload: String) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:action_payload", values: [.integer(action), .string(payload)])
  }

  static func actionData(
    _ time: Int64, _ action: UInt64, _ data: String, size: Int? = nil, offset: UInt64 = 0,
    nextElement: UInt64 = 0
  ) -> WrittenEvent {
    var event = piece("action_data", time, action, data, size, offset)
    event.values.append(.integer(nextElement))
    return event
  }

  static func stateData(
    _ time: Int64, _ action: UInt64, _ data: String, size: Int? = nil, offset: UInt64 = 0
  ) -> WrittenEvent {
    piece("state_data", time, action, data, size, offset)
  }

  private static func piece(
    _ name: String, _ time: Int64, _ action: UInt64, _ data: String, _ size: Int?, _ offset: UInt64
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:\(name)",
      values: [
        .integer(action), .integer(UInt64(size ?? data.utf8.count)), .integer(offset),
        .string(data),
      ])
  }

  static func stateDigest(_ time: Int64, _ action: UInt64, _ digest: UInt64) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:state_digest", values: [.integer(action), .integer(digest)])
  }

  static func budgetExceeded(
    _ time: Int64, _ action: UInt64, _ name: String, prefix: String = "", budget: UInt64,
    taken: UInt64
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:budget_exceeded",
      values: [
        .integer(action), .string(prefix), .string(name), .integer(budget), .integer(taken),
      ])
  }

  static func send(
    _ time: Int64, _ action: UInt64, store: UInt64, depth: UInt64 = 0, reentrant: Bool = false,
    cause: UInt64 = 0, name: String = "tick", waited: Int64 = 0
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:send",
      values: [
        .integer(action), .integer(cause), .integer(store), .integer(depth), reentrant ? 1 : 0,
        .string(name), .integer(UInt64(waited)),
      ])
  }

  static func stateDiff(_ time: Int64, _ action: UInt64, _ text: String) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable_values:state_diff", values: [.integer(action), .string(text)])
  }

  static func scope(
    _ time: Int64, _ store: UInt64, child: UInt64, cached: Bool
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:scope",
      values: [.integer(store), .integer(child), cached ? 1 : 0])
  }

  static func observeBegin(
    _ time: Int64, _ store: UInt64, line: UInt64, after action: UInt64 = 0,
    _ prefix: String = "", _ name: String = "", changed property: String = "", others: UInt64 = 0
  ) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:observe_begin",
      values: [
        .integer(store), "Demo/main.swift", .integer(line), .integer(action), .string(prefix),
        .string(name), .string(property), .integer(others),
      ])
  }

  static func observeEnd(_ time: Int64, _ store: UInt64, line: UInt64) -> WrittenEvent {
    WrittenEvent(
      time: time, name: "composable:observe_end",
      values: [.integer(store), "Demo/main.swift", .integer(line)])
  }

  static func foreign(_ time: Int64) -> WrittenEvent {
    WrittenEvent(time: time, name: "other:tick", values: [1])
  }
}
