import CCore

/// A child's action where it lies in the action of its parent: the payload of a case of the
/// operator's action, such as `presented`, which is the payload of a case of the parent's.
///
/// To extract a payload through a case path copies it, which counts the references to its box up
/// and down. A child's action is only read while it is reduced, and its parent's action exists for
/// longer. If the runtime's metadata describes the layout of both enums, the child's action is thus
/// read in its place. The metadata has to lead to what the case paths extract: this is compared for
/// one of the first actions of the case.
@usableFromInline
final class BorrowedAction {
  private let outer: PayloadPlace?
  private let inner: PayloadPlace?
  // Touched in the isolation of the store only, as all that reducers consist of.
  /// The places of both payloads, once they are known: plain values, which have no references to
  /// count. Not as one value, which would be read as a whole before the first tag is.
  @exclusivity(unchecked) @usableFromInline private(set) var knownOuter: KnownPlace?
  @exclusivity(unchecked) @usableFromInline private(set) var knownInner: KnownPlace?
  /// Whether the next action of both cases has to be shown to ``look(at:)``.
  @exclusivity(unchecked) @usableFromInline private(set) var isLooking: Bool
  /// How many more actions may be compared. Bytes between the parts of a payload may differ.
  @exclusivity(unchecked) private var attempts: Int

  /// Made by a client's code, which copies payloads as its case paths do: with the bytes between
  /// their parts, which are compared as well.
  @usableFromInline
  init<Action, OperatorAction, ChildAction>(
    _ outer: AnyCasePath<Action, OperatorAction>, _ inner: AnyCasePath<OperatorAction, ChildAction>
  ) {
    // A function that a client writes may extract some values of a case only.
    let arePure = outer.isPure && inner.isPure
    self.outer = arePure ? PayloadPlace(outer) : nil
    self.inner = arePure ? PayloadPlace(inner) : nil
    isLooking = self.outer != nil && self.inner != nil
    attempts = 8
  }

  /// The address of the child's action, if `action` is of both cases. `nil` does not tell that it
  /// is not: the case paths have to be asked then, as always while the places are not known.
  ///
  /// - Parameter action: The parent's action, which has to exist as long as the child's is used.
  @inlinable
  @inline(__always)
  func callAsFunction(in action: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard let knownOuter, let operatorAction = knownOuter.payload(of: action), let knownInner
    else { return nil }
    return knownInner.payload(of: operatorAction)
  }

  /// The id and the address of the action of an element, which are together the payload of the
  /// operator's action; `nil` as above.
  @inlinable
  @inline(__always)
  func element<ID, ElementAction>(
    in action: UnsafeRawPointer, _: (id: ID, action: ElementAction).Type
  ) -> (id: ID, action: UnsafeRawPointer)? {
    guard let found = self(in: action) else { return nil }
    let parts = UnsafeMutablePointer(
      mutating: found.assumingMemoryBound(to: (id: ID, action: ElementAction).self))
    let action = withUnsafeMutablePointer(to: &parts.pointee.action) { UnsafeRawPointer($0) }
    return (parts.pointee.id, action)
  }

  /// Looks for the child's action in one that is of both cases.
  @inline(never)
  @usableFromInline
  func look(at action: UnsafeRawPointer) {
    guard let outer, let inner else { return }
    attempts -= 1
    isLooking = attempts > 0
    guard let known = outer.find(in: action), let operatorAction = known.payload(of: action),
      let innerKnown = inner.find(in: operatorAction)
    else { return }
    knownOuter = known
    knownInner = innerKnown
    isLooking = false
  }
}

/// What leads to the payload of a case.
@usableFromInline
struct KnownPlace {
  @usableFromInline let witnesses: EnumMetadata.Witnesses
  @usableFromInline let tag: Int
  /// The offset of the payload in its box, or -1 without a box.
  @usableFromInline let boxOffset: Int

  /// The address of the payload, if the enum is of the case.
  @inlinable
  @inline(__always)
  func payload(of root: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard witnesses.tag(of: root) == tag else { return nil }
    return boxOffset < 0 ? root : root.load(as: UnsafeRawPointer.self) + boxOffset
  }
}

/// The place of a case's payload in an enum, if its bytes are among those of the enum, or in a box.
private final class PayloadPlace {
  private let metadata: EnumMetadata
  private let isPayload: (Any.Type) -> Bool
  /// Whether the payload at the second address has the bytes of that which the case path extracts
  /// from the enum at the first.
  private let isExtracted: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  private let payloadSize: Int

  init?<Root, Value>(_ casePath: AnyCasePath<Root, Value>) {
    guard let metadata = EnumMetadata(Root.self) else { return nil }
    self.metadata = metadata
    payloadSize = MemoryLayout<Value>.size
    isPayload = { TypeMetadata.isPayload($0, Value.self) && TypeMetadata.isStoredAsIs($0) }
    isExtracted = { root, payload in
      withTemporary(Value.self) { value in
        guard casePath.extraction(root, value) else { return false }
        defer { value.deinitialize(count: 1) }
        return composable_are_same_bytes(value, payload, MemoryLayout<Value>.size)
      }
    }
  }

  /// Looks for the payload of an enum that is of the case.
  ///
  /// - Returns: `nil` if it is not where the metadata says, or not as it is.
  func find(in root: UnsafeRawPointer) -> KnownPlace? {
    let tag = metadata.tag(of: root)
    guard let payload = metadata.payload(ofCase: tag), isPayload(payload.type) else { return nil }
    let offset = payload.boxOffset
    let size = offset == nil ? payloadSize : MemoryLayout<UnsafeRawPointer>.size
    // The enum may have the number of its case among the bits of the payload.
    let isVerbatim = metadata.withPayload(ofValueAt: root, boxOffset: nil) {
      composable_are_same_bytes($0, root, size)
    }
    guard isVerbatim,
      isExtracted(root, offset.map { root.load(as: UnsafeRawPointer.self) + $0 } ?? root)
    else { return nil }
    return KnownPlace(witnesses: metadata.witnesses, tag: tag, boxOffset: offset ?? -1)
  }
}
