import CCore

/// The root's action that an action of a scoped store has become, kept for the next ones.
///
/// Embedding an action allocates a box for each indirect case on the way: two for each presented
/// feature. From the second action on that a store is sent, the root's is therefore kept. The next
/// one takes no way at all if it has the same bytes. Otherwise it takes the place of the last one,
/// if nothing else refers to any box around that: no other code can see the change then, as with a
/// collection that is copied on write.
///
/// Only an action without references stays, which is determined by its bytes. One with references
/// gives its place back when it has been processed, so that nothing lives for longer than its
/// sender expects.
///
/// Used in the isolation of the store only, and released with its last reference.
final class KeptAction {
  /// The size of an action beyond which it is embedded each time.
  static let largestSize = 128

  /// The memory of the root's action, followed by the bytes of the store's.
  private let action: UnsafeMutableRawPointer
  private let bytes: UnsafeMutableRawPointer
  private let size: Int
  private let plainActions: PlainValues
  private let destruction: Destruction
  /// Unretained: the store that uses this keeps it alive.
  private let root: Unmanaged<StoreRuntime>
  // Touched in the isolation of the store only.
  /// Where the store's action lies in the root's, if it may be replaced there.
  @exclusivity(unchecked) private var place: UnsafeMutableRawPointer?
  /// The boxes around it.
  private let boxes: UnsafeMutableBufferPointer<UnsafeMutableRawPointer>
  /// Whether the case paths have found a replaced action.
  @exclusivity(unchecked) private var isVerified = false
  /// Whether the place has an action with references, which is not that of ``bytes``.
  @exclusivity(unchecked) private var isLent = false
  /// Whether it is being processed. An action that is sent meanwhile has to wait, and is copied.
  @exclusivity(unchecked) private(set) var isInUse = false

  /// - Parameters:
  ///   - bytes: An action of the store without references.
  ///   - size: Its size.
  ///   - plainActions: Which actions of the store have none.
  ///   - room: The memory that the root's action needs.
  ///   - destruction: Ends the life of the root's action.
  ///   - root: Where it is sent.
  ///   - move: Initializes memory with the root's action.
  ///   - find: Finds the store's action in the root's.
  init(
    _ bytes: UnsafeRawPointer, _ size: Int, _ plainActions: PlainValues, room: Int,
    destruction: @escaping Destruction, root: Unmanaged<StoreRuntime>,
    move: (UnsafeMutableRawPointer) -> Void,
    find: (UnsafeMutableRawPointer) -> NestedPayload?
  ) {
    action = .allocate(byteCount: room + size, alignment: Scratch.alignment)
    self.bytes = action + room
    self.bytes.copyMemory(from: bytes, byteCount: size)
    self.size = size
    self.plainActions = plainActions
    self.destruction = destruction
    self.root = root
    move(action)
    let payload = find(action)
    place = payload?.address
    boxes = .allocate(capacity: payload?.boxes.count ?? 0)
    _ = boxes.initialize(from: payload?.boxes ?? [])
  }

  deinit {
    destruction(action)
    action.deallocate()
    boxes.deallocate()
  }

  /// Whether this is what an action of the store becomes.
  @inline(__always)
  func isSame(as other: UnsafeRawPointer) -> Bool {
    !isInUse && composable_are_same_bytes(bytes, other, size)
  }

  /// Replaces the store's action, if it can be done unseen.
  ///
  /// - Parameter layer: The store's layer.
  /// - Returns: Whether this is what the other action becomes, until it was sent.
  func replace(by other: UnsafeRawPointer, from layer: DeliveryLayer) -> Bool {
    guard let place, !isInUse, areBoxesUnshared else { return false }
    isLent = !plainActions.contains(valueAt: other)
    if isLent {
      layer.copyAction(from: other, to: place)
    } else {
      place.copyMemory(from: other, byteCount: size)
    }
    if !isVerified {
      isVerified = layer.withAction(extractedFrom: action) {
        composable_are_same_bytes($0, other, size)
      }
      guard isVerified else {
        restore(place, from: layer)
        self.place = nil
        return false
      }
    }
    if !isLent { bytes.copyMemory(from: other, byteCount: size) }
    return true
  }

  /// Puts the last action without references back in its place. The sender still has the other one,
  /// so that no object ends here, which might send another action.
  private func restore(_ place: UnsafeMutableRawPointer, from layer: DeliveryLayer) {
    if isLent { layer.destroyAction(place) }
    isLent = false
    place.copyMemory(from: bytes, byteCount: size)
  }

  /// Whether nothing but this refers to the boxes around the store's action.
  private var areBoxesUnshared: Bool {
    for index in boxes.indices {
      let box = UnsafeMutableRawPointer(boxes.baseAddress.unsafelyUnwrapped + index)
      // Only its reference count is read: a box is an object of the runtime, but of no class.
      guard isKnownUniquelyReferenced(&box.assumingMemoryBound(to: AnyObject.self).pointee) else {
        return false
      }
    }
    return true
  }

  /// Sends it to the root.
  @inline(__always)
  func send() -> StoreTask {
    isInUse = true
    defer { isInUse = false }
    return root._withUnsafeGuaranteedRef { $0.send(UnsafeRawPointer(action)) }
  }

  /// Takes an action with references out of its place again, once it was sent.
  ///
  /// - Returns: Whether this can be used again: not if a reducer has kept the action.
  @inline(__always)
  func takeBack(from layer: DeliveryLayer) -> Bool {
    guard isLent, let place else { return true }
    guard areBoxesUnshared else { return false }
    restore(place, from: layer)
    return true
  }

  /// A number that differs for most actions with other bytes.
  @inline(__always)
  static func digest(of action: UnsafeRawPointer, _ size: Int) -> UInt64 {
    var digest: UInt64 = 0
    var offset = 0
    while offset + 8 <= size {
      let word = action.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
      offset += 8
    }
    while offset < size {
      digest = digest &* 257 &+ UInt64(action.load(fromByteOffset: offset, as: UInt8.self))
      offset += 1
    }
    return digest
  }
}
