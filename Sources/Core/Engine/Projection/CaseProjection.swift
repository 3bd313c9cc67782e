/// The payload of one case of an enum, read and changed where it is.
///
/// To take a payload out through a case path means to copy it: a collection in it would be shared
/// with the original, and copied when it changes. Where the runtime's metadata tells how the enum
/// is laid out, the payload is changed in the enum's own memory.
final class CaseProjection<Root, Value> {
  private let casePath: AnyCasePath<Root, Value>
  private let metadata: EnumMetadata?
  /// The number of the case, once a value of it was seen, if its payload lies in the enum.
  // Touched in the isolation of the store only, as all that reducers consist of.
  @exclusivity(unchecked) private var tag: Int?
  private var cannotProject = false

  init(_ casePath: AnyCasePath<Root, Value>) {
    self.casePath = casePath
    metadata = EnumMetadata(Root.self)
  }

  /// Runs `body` with the payload where the enum is of the case.
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

  /// Runs `body` with the payload, which it may change, where the enum is of the case.
  func modify<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafeMutablePointer<Value>) -> Result
  ) -> Result? {
    if let isOfCase = isOfProjectableCase(root), let metadata, let tag {
      guard isOfCase else { return nil }
      let memory = UnsafeMutableRawPointer(root)
      metadata.projectPayload(memory)
      // Bound to the other type, as what is written to a payload changes the enum: the compiler
      // takes two pointers of unrelated types for pointers to different memory.
      defer {
        metadata.inject(tag, into: memory)
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

  /// Turns the bytes of the enum at an address into those of its payload, where it is known to be
  /// of the case. Followed by ``inject(into:)`` before anything else is done to it.
  func project(_ root: UnsafeMutableRawPointer) -> Bool {
    guard let tag, let metadata, metadata.tag(of: root) == tag else { return false }
    metadata.projectPayload(root)
    return true
  }

  /// Turns the bytes of a payload into those of the enum again.
  func inject(into payload: UnsafeMutableRawPointer) {
    guard let tag, let metadata else { return }
    metadata.inject(tag, into: payload)
  }

  /// Whether the enum is of the case, or `nil` where its metadata does not lead to the payload.
  private func isOfProjectableCase(_ root: UnsafeMutablePointer<Root>) -> Bool? {
    guard !cannotProject, let metadata else { return nil }
    if let tag { return metadata.tag(of: root) == tag }
    guard casePath.matches(root) else { return false }
    // A path may lead further than to a case, or present the payload as something else.
    let tag = metadata.tag(of: root)
    guard let payload = metadata.payload(ofCase: tag), payload.boxOffset == nil,
      payload.type == Value.self, TypeMetadata.isStoredAsIs(payload.type),
      comesBack(root, as: tag, metadata)
    else {
      cannotProject = true
      return nil
    }
    self.tag = tag
    return true
  }

  /// Whether a copy of the value is of the same case again, for all code, after its payload was
  /// taken out and put back.
  private func comesBack(
    _ root: UnsafeMutablePointer<Root>, as tag: Int, _ metadata: EnumMetadata
  ) -> Bool {
    withTemporary(Root.self) { copy in
      copy.initialize(to: root.pointee)
      let bytes = UnsafeMutableRawBufferPointer(start: copy, count: MemoryLayout<Root>.size)
      // The copy's own bytes, and not those of the value: a weak reference to an object that has
      // ended is copied as none, so that they may differ. What the copy refers to was counted for
      // these.
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
