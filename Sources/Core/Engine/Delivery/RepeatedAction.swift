import CCore

/// The root's action that an action of a scoped store becomes, kept for the next time.
///
/// Embedding an action allocates a box for each indirect case on the way: two for each presented
/// feature. An action without references is determined by its bytes. If a store is sent such an
/// action twice in a row, as a tick of a timer or a tap of a button, the action of the root is
/// kept, and the next one with the same bytes takes no way at all.
///
/// Used in the isolation of the store only, and released with its last reference.
final class RepeatedAction {
  /// The size of an action beyond which it is embedded each time.
  static let largestSize = 128

  /// The memory of the root's action, followed by the bytes of the store's.
  private let action: UnsafeMutableRawPointer
  private let bytes: UnsafeMutableRawPointer
  private let destruction: Destruction
  /// Unretained: the store that uses this keeps it alive.
  private let root: Unmanaged<StoreRuntime>
  /// Whether it is being processed. An action that is sent meanwhile has to wait, and is copied.
  @exclusivity(unchecked) private(set) var isInUse = false

  /// - Parameters:
  ///   - bytes: The store's action.
  ///   - size: Its size.
  ///   - room: The memory that the root's action needs.
  ///   - destruction: Ends the life of the root's action.
  ///   - move: Initializes memory with the root's action.
  init(
    _ bytes: UnsafeRawPointer, _ size: Int, room: Int, destruction: @escaping Destruction,
    root: Unmanaged<StoreRuntime>, move: (UnsafeMutableRawPointer) -> Void
  ) {
    action = .allocate(byteCount: room + size, alignment: Scratch.alignment)
    self.bytes = action + room
    self.bytes.copyMemory(from: bytes, byteCount: size)
    self.destruction = destruction
    self.root = root
    move(action)
  }

  deinit {
    destruction(action)
    action.deallocate()
  }

  /// Whether this is what an action of the store becomes.
  @inline(__always)
  func isSame(as other: UnsafeRawPointer, _ size: Int) -> Bool {
    !isInUse && composable_are_same_bytes(bytes, other, size)
  }

  /// Sends it to the root.
  @inline(__always)
  func send() -> StoreTask {
    isInUse = true
    defer { isInUse = false }
    return root._withUnsafeGuaranteedRef { $0.send(UnsafeRawPointer(action)) }
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
