/// The runtime metadata of an enum type: the case of a value, the name of each case and the type of
/// its payload.
///
/// The layout is the runtime's layout of metadata records on 64-bit platforms, as documented in
/// Swift's repository (`docs/ABI/TypeMetadata.rst`, `include/swift/ABI/Metadata.h`,
/// `include/swift/RemoteInspection/Records.h`), and is checked before it is used
/// (``RuntimeMetadata``). Reading it costs a few nanoseconds, where `Mirror` costs microseconds and
/// allocates.
@usableFromInline
struct EnumMetadata {
  let type: Any.Type
  let size: Int
  let alignment: Int
  private let metadata: UnsafeRawPointer
  private let descriptor: UnsafeRawPointer
  private let records: UnsafeRawPointer?
  private let recordSize: Int
  private let recordCount: Int
  let caseCount: Int
  /// How many cases have payloads: those come first.
  let payloadCaseCount: Int
  /// The functions that read and change a value of the enum.
  let witnesses: Witnesses

  private enum Layout {
    static let word = TypeMetadata.word
    static let boxHeaderSize = 2 * word
    static let descriptorFields = 16
    static let payloadCaseCount = 20
    static let payloadCaseCountMask: UInt32 = 0xFF_FFFF
    static let emptyCaseCount = 24
    static let fieldRecordSize = 10
    static let fieldCount = 12
    static let fieldRecords = 16
    static let recordTypeName = 4
    static let recordName = 8
    static let isIndirect: UInt32 = 1
  }

  /// Returns `nil` for other types, and if the metadata is not known to be valid.
  init?(_ type: Any.Type) {
    guard RuntimeMetadata.isKnown else { return nil }
    self.init(unchecked: type)
  }

  init?(unchecked type: Any.Type) {
    guard TypeMetadata.kind(of: type) == TypeMetadata.Kind.enumeration else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard TypeMetadata.witnessFlags(of: type) & WitnessLayout.hasEnumWitnesses != 0 else {
      return nil
    }
    let table = WitnessLayout.table(of: type)
    func function<Function>(_ offset: Int, as: Function.Type) -> Function {
      unsafeBitCast(
        table.load(fromByteOffset: offset, as: UnsafeRawPointer.self), to: Function.self)
    }
    self.type = type
    self.metadata = metadata
    size = TypeMetadata.size(of: type)
    alignment = TypeMetadata.alignment(of: type)
    let layout = WitnessLayout.current
    witnesses = Witnesses(
      metadata: metadata,
      getTag: function(layout.enumTag, as: Witnesses.GetTag.self),
      project: function(layout.enumProjection, as: Witnesses.Project.self),
      inject: function(layout.enumInjection, as: Witnesses.Inject.self))
    descriptor = metadata.load(fromByteOffset: Layout.word, as: UnsafeRawPointer.self)
    payloadCaseCount = Int(
      descriptor.load(fromByteOffset: Layout.payloadCaseCount, as: UInt32.self)
        & Layout.payloadCaseCountMask)
    caseCount =
      payloadCaseCount
      + Int(descriptor.load(fromByteOffset: Layout.emptyCaseCount, as: UInt32.self))
    if let fields = TypeMetadata.relative(descriptor + Layout.descriptorFields) {
      recordSize = Int(fields.load(fromByteOffset: Layout.fieldRecordSize, as: UInt16.self))
      recordCount = Int(fields.load(fromByteOffset: Layout.fieldCount, as: UInt32.self))
      records = fields + Layout.fieldRecords
    } else {
      // Reflection metadata was stripped from the binary: the cases have tags, but no names.
      records = nil
      recordSize = 0
      recordCount = 0
    }
  }

  /// The tag of the case of the enum that `value` points to.
  func tag(of value: UnsafeRawPointer) -> Int {
    witnesses.tag(of: value)
  }

  /// The functions of an enum type that read and change its values.
  @usableFromInline
  struct Witnesses {
    @usableFromInline typealias GetTag =
      @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    @usableFromInline typealias Project =
      @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
    @usableFromInline typealias Inject =
      @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

    @usableFromInline let metadata: UnsafeRawPointer
    @usableFromInline let getTag: GetTag
    fileprivate let project: Project
    fileprivate let inject: Inject

    /// The tag of the case of the enum that `value` points to.
    @inlinable
    @inline(__always)
    func tag(of value: UnsafeRawPointer) -> Int { Int(getTag(value, metadata)) }

    /// Turns the bytes of an enum value into the bytes of its payload.
    @inline(__always)
    func projectPayload(_ value: UnsafeMutableRawPointer) { project(value, metadata) }

    /// Turns the bytes of a payload into the bytes of an enum value again.
    @inline(__always)
    func inject(_ tag: Int, into payload: UnsafeMutableRawPointer) {
      inject(payload, UInt32(tag), metadata)
    }
  }

  /// The name of a case, or `nil` if the binary does not contain it.
  func name(ofCase tag: Int) -> UnsafePointer<CChar>? {
    record(tag).flatMap { TypeMetadata.relative($0 + Layout.recordName) }?
      .assumingMemoryBound(to: CChar.self)
  }

  /// The payload of a case: its type and, for an indirect case, its offset within its box.
  func payload(ofCase tag: Int) -> (type: Any.Type, boxOffset: Int?)? {
    guard let record = record(tag),
      let name = TypeMetadata.relative(record + Layout.recordTypeName),
      let type = TypeMetadata.type(named: name, in: descriptor, of: metadata)
    else { return nil }
    guard record.load(as: UInt32.self) & Layout.isIndirect != 0 else { return (type, nil) }
    let alignmentMask = TypeMetadata.alignment(of: type) - 1
    return (type, (Layout.boxHeaderSize + alignmentMask) & ~alignmentMask)
  }

  /// Turns the bytes of an enum value into the bytes of its payload.
  func projectPayload(_ value: UnsafeMutableRawPointer) {
    witnesses.projectPayload(value)
  }

  /// Turns the bytes of a payload into the bytes of an enum value again.
  func inject(_ tag: Int, into payload: UnsafeMutableRawPointer) {
    witnesses.inject(tag, into: payload)
  }

  /// Runs `body` with the address of an enum value's payload, which it may read and must not
  /// change.
  ///
  /// - Parameter boxOffset: The offset of the payload within its box, for an indirect case.
  func withPayload<Result>(
    ofValueAt value: UnsafeRawPointer, boxOffset: Int?, _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { buffer in
      // A copy of the bytes without a retain, never destroyed: its references outlive `body`.
      let copy = buffer.baseAddress.unsafelyUnwrapped
      copy.copyMemory(from: value, byteCount: size)
      projectPayload(copy)
      guard let boxOffset else { return body(copy) }
      return body(copy.load(as: UnsafeRawPointer.self) + boxOffset)
    }
  }

  private func record(_ tag: Int) -> UnsafeRawPointer? {
    guard let records, tag < recordCount else { return nil }
    return records + tag * recordSize
  }
}
