/// The payload of one case of an enum, read and changed in place.
///
/// Extracting a payload through a case path copies it: a collection in it would be shared with the
/// original, and copied when it changes. If runtime metadata describes the layout of the enum, the
/// payload is changed in the enum's own memory.
final class CaseProjection<Root, Value> {
  private let casePath: AnyCasePath<Root, Value>
  private let metadata: EnumMetadata?
  /// The case, known after the first value of it, if its payload lies in the enum.
  // Accessed in the isolation of the store only, as all parts of reducers.
  @exclusivity(unchecked) private var known: Known?

  private struct Known {
    let witnesses: EnumMetadata.Witnesses
    let tag: Int
  }
  private var cannotProject = false

  init(_ casePath: AnyCasePath<Root, Value>) {
    self.casePath = casePath
    metadata = EnumMetadata(Root.self)
  }

  /// Runs `body` with the payload if the enum is of the case.
  func read<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafePointer<Value>) -> Result
  ) -> Result? {
    if let isOfCase = isOfProjectableCase(root), let metadata {
      guard isOfCase else { return nil }
      return metadata.withPayload(ofValueAt: root, boxOffset: nil) {
        body($0.assumingMemoryBound(to: Value.self))
      }
    }
    return withTemporary(Value.self) { value in
      guard casePath.extraction(root, value) else { return nil }
      defer { value.deinitialize(count: 1) }
      return body(value)
    }
  }

  /// Runs `body` with the payload, which it may change, if the enum is of the case.
  func modify<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result? {
    if let isOfCase = isOfProjectableCase(root), let known {
      guard isOfCase else { return nil }
      let memory = UnsafeMutableRawPointer(root)
      known.witnesses.projectPayload(memory)
      // Bound to the other type, as a write to a payload changes the enum: the compiler assumes
      // that pointers of unrelated types point to different memory.
      defer {
        known.witnesses.inject(known.tag, into: memory)
        memory.bindMemory(to: Root.self, capacity: 1)
      }
      return body(memory.bindMemory(to: Value.self, capacity: 1))
    }
    return withTemporary(Value.self) { value in
      guard casePath.extraction(root, value) else { return nil }
      let result = body(value)
      root.deinitialize(count: 1)
      casePath.embedding(value, root)
      value.deinitialize(count: 1)
      return result
    }
  }

  /// Turns the bytes of an enum that is known to be of the case into the bytes of its payload, in
  /// place. ``inject(into:)`` must follow before any other access.
  func project(_ root: UnsafeMutableRawPointer) -> Bool {
    guard let known, known.witnesses.tag(of: root) == known.tag else { return false }
    known.witnesses.projectPayload(root)
    return true
  }

  /// Turns the bytes of a payload into the bytes of the enum again.
  func inject(into payload: UnsafeMutableRawPointer) {
    guard let known else { return }
    known.witnesses.inject(known.tag, into: payload)
  }

  /// Whether the enum is of the case, or `nil` if its metadata does not lead to the payload.
  private func isOfProjectableCase(_ root: UnsafeMutablePointer<Root>) -> Bool? {
    if let known { return known.witnesses.tag(of: root) == known.tag }
    guard !cannotProject, let metadata else { return nil }
    guard casePath.matches(root) else { return false }
    // A path may lead further than to a case, or transform the payload.
    let tag = metadata.tag(of: root)
    guard let payload = metadata.payload(ofCase: tag), payload.boxOffset == nil,
      payload.type == Value.self, TypeMetadata.isStoredAsIs(payload.type),
      comesBack(root, as: tag, metadata)
    else {
      cannotProject = true
      return nil
    }
    known = Known(witnesses: metadata.witnesses, tag: tag)
    return true
  }

  /// Whether a copy of the value is of the same case again, for all code, after its payload was
  /// projected and injected.
  private func comesBack(
    _ root: UnsafeMutablePointer<Root>, as tag: Int, _ metadata: EnumMetadata
  ) -> Bool {
    withTemporary(Root.self) { copy in
      copy.initialize(to: root.pointee)
      let bytes = UnsafeMutableRawBufferPointer(start: copy, count: MemoryLayout<Root>.size)
      // The bytes of the copy, and not of the value: a weak reference to a released object is
      // copied as `nil`, so they may differ. The copy's references were retained for these.
      let original = Array(bytes)
      metadata.projectPayload(copy)
      metadata.inject(tag, into: copy)
      let isSame = metadata.tag(of: copy) == tag && casePath.matches(copy)
      bytes.copyBytes(from: original)
      copy.deinitialize(count: 1)
      return isSame
    }
  }
}
