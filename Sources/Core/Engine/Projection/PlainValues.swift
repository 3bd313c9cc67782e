/// Which values of a type contain no references, and are determined by their bytes: all values of
/// some types, and the cases of an enum whose payloads are such values.
///
/// Unchecked: it refers to metadata, which is constant.
final class PlainValues: @unchecked Sendable {
  private let areAll: Bool
  private let metadata: EnumMetadata?
  /// A bit for each case with a payload: those come first.
  private let plainCases: UInt64

  private static let known = ForkSafeLocked<[ObjectIdentifier: PlainValues]>([:])

  /// Made once for each type, as the types of payloads are looked up by their names.
  static func of<Value>(_ type: Value.Type) -> PlainValues {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let values = PlainValues(type)
    return known.withLock { known in
      if let other = known[id] { return other }
      known[id] = values
      return values
    }
  }

  private init<Value>(_ type: Value.Type) {
    areAll = _isPOD(type)
    metadata = areAll ? nil : EnumMetadata(type)
    var plainCases: UInt64 = 0
    for tag in 0..<min(metadata?.payloadCaseCount ?? 0, plainCases.bitWidth) {
      guard let payload = metadata?.payload(ofCase: tag), payload.boxOffset == nil else { continue }
      func isPlain<Payload>(_: Payload.Type) -> Bool { _isPOD(Payload.self) }
      if _openExistential(payload.type, do: isPlain) { plainCases |= 1 << UInt64(tag) }
    }
    self.plainCases = plainCases
  }

  /// Whether the value at an address is one of them.
  @inline(__always)
  func contains(valueAt address: UnsafeRawPointer) -> Bool {
    if areAll { return true }
    guard let metadata else { return false }
    let tag = metadata.tag(of: address)
    return tag >= metadata.payloadCaseCount
      || tag < plainCases.bitWidth && plainCases >> UInt64(tag) & 1 != 0
  }

  /// Makes one of them in uninitialized memory, of an enum that has other values as well. Its
  /// payload, if any, is nothing that code may look at.
  ///
  /// - Returns: Whether there is one.
  func initialize(valueAt address: UnsafeMutableRawPointer) -> Bool {
    guard let metadata else { return false }
    let hasEmptyCase = metadata.caseCount > metadata.payloadCaseCount
    // Of more cases than bits, those beyond are not known to be plain.
    guard hasEmptyCase || plainCases != 0 else { return false }
    let tag = hasEmptyCase ? metadata.payloadCaseCount : plainCases.trailingZeroBitCount
    address.initializeMemory(as: UInt8.self, repeating: 0, count: metadata.size)
    metadata.inject(tag, into: address)
    return true
  }
}
