import CBabeltrace

/// The fields of the event that is being decoded.
struct EventFields {
  let references: EventPlan.References
  let payload: OpaquePointer?
  let output: BatchWriter
  /// The time of the event.
  let timestamp: Int64

  @inline(__always)
  func isMissing(_ index: Int) -> Bool { references[index].isMissing }

  /// An integer, 0 if it is missing.
  @inline(__always)
  func integer(_ index: Int) -> UInt64 { references[index].bits(in: payload) }

  /// A value of an enumeration, `nil` if it is missing or unknown.
  @inline(__always)
  func value<Value: RawRepresentable<UInt8>>(_ index: Int) -> Value? {
    let field = references[index]
    guard !field.isMissing, let raw = UInt8(exactly: field.bits(in: payload)) else { return nil }
    return Value(rawValue: raw)
  }

  /// A text without a prefix.
  @inline(__always)
  func text(_ index: Int) -> NameID {
    output.names.intern(
      prefix: UnsafeRawBufferPointer(start: nil, count: 0),
      name: references[index].bytes(in: payload)
    )
  }

  /// A text with a prefix.
  @inline(__always)
  func name(prefix: Int, _ index: Int) -> NameID {
    output.names.intern(
      prefix: references[prefix].bytes(in: payload), name: references[index].bytes(in: payload))
  }

  /// The start of a span; without these fields, it starts now.
  @inline(__always)
  func start(announced: Int, age: Int) -> TraceEvent.Start {
    guard integer(announced) != 0 else { return .now }
    return .announced(age: elapsed(age))
  }

  /// The nanoseconds of a period that ended with the event; `nil` if it is missing, or began before
  /// the time 0 of the clock, as only damaged numbers do.
  @inline(__always)
  func elapsed(_ index: Int) -> Int64? {
    guard !isMissing(index), let nanoseconds = Int64(exactly: integer(index)),
      nanoseconds <= max(timestamp, 0)
    else { return nil }
    return nanoseconds
  }

  /// Keeps a free text of the event until it has been delivered.
  @inline(__always)
  func keep(message: Int, metadata: Int? = nil) {
    output.keep(
      message: references[message].bytes(in: payload),
      metadata: metadata.map { references[$0].bytes(in: payload) }
        ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
