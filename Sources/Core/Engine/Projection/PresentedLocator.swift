#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the memory of a state that a property presents, where the property is known by a key path
/// that is a computed one as far as the compiler tells.
///
/// `\.destination` reads the box of `_destination`, which is a stored property: the type's metadata
/// lists it with all others of its type. A property that is written by hand may choose among them,
/// though, so none of them is trusted to be the one. After each action, the property is read once,
/// and what it returns is compared, bit by bit, with what is in the boxes: a value with the same
/// bits is the same value, wherever it is read.
struct PresentedLocator<Root, State> {
  private let keyPath: KeyPath<Root, State?>
  private let layout: PresentedLayout

  /// Returns `nil` where the type's metadata lists no wrapper of such states.
  init?(_ keyPath: KeyPath<Root, State?>) {
    layout = PresentedLayout.of(Root.self, State.self)
    guard !layout.offsets.isEmpty else { return nil }
    self.keyPath = keyPath
  }

  /// The address of the state, if one of the boxes has what the property returns.
  func find(in root: UnsafeMutablePointer<Root>) -> UnsafeMutablePointer<State>? {
    guard let value = root.pointee[keyPath: keyPath] else { return nil }
    return withUnsafeBytes(of: value) { value in
      for offset in layout.offsets {
        let wrapper = (UnsafeMutableRawPointer(root) + offset)
          .assumingMemoryBound(to: PresentationState<State>.self)
        guard let box = wrapper.pointee.box,
          let state = withUnsafeMutablePointer(
            to: &box.value, { Optional.address(ofPayloadAt: $0) })
        else { continue }
        if isSame(UnsafeRawPointer(state), value.baseAddress) { return state }
      }
      return nil
    }
  }

  /// Whether two values have the same bits.
  private func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer?) -> Bool {
    guard let second else { return true }
    return layout.parts.allSatisfy {
      memcmp(first + $0.lowerBound, second + $0.lowerBound, $0.count) == 0
    }
  }
}

/// Where a type's values have wrappers of presented states, and which bytes of a state say what it
/// is. To find that out takes microseconds, and is done once for two types.
private struct PresentedLayout {
  let offsets: [Int]
  let parts: [Range<Int>]

  private struct Key: Hashable {
    let root: ObjectIdentifier
    let state: ObjectIdentifier
  }

  private static let known = ForkSafeLocked<[Key: PresentedLayout]>([:])

  static func of<Root, State>(_: Root.Type, _: State.Type) -> Self {
    // Not known while tests have the metadata distrusted.
    guard RuntimeMetadata.isKnown else { return Self(offsets: [], parts: []) }
    let key = Key(root: ObjectIdentifier(Root.self), state: ObjectIdentifier(State.self))
    if let layout = known.withLock({ $0[key] }) { return layout }
    let offsets = StructMetadata.offsets(of: PresentationState<State>.self, in: Root.self)
    let layout = Self(
      offsets: offsets, parts: offsets.isEmpty ? [] : StructMetadata.parts(of: State.self))
    known.withLock { $0[key] = layout }
    return layout
  }
}
