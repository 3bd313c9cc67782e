import CompanionSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Finds the memory of a presented state, for a property whose key path is a computed one as far as
/// it shows.
///
/// `\.destination` reads the box of `_destination`, which is a stored property: the type's metadata
/// lists it with all others of its type. A hand-written property may select among them, though, so
/// none is assumed to be the right one. After each action, the property is read once, and its value
/// is compared, bit by bit, with the contents of the boxes: a value with the same bits is the same
/// value, wherever it is read.
struct PresentedLocator<Root, State> {
  private let keyPath: KeyPath<Root, State?>
  private let layout: PresentedLayout

  /// Returns `nil` if the type's metadata lists no wrapper of such states.
  init?(_ keyPath: KeyPath<Root, State?>) {
    layout = PresentedLayout.of(Root.self, State.self)
    guard !layout.offsets.isEmpty else { return nil }
    self.keyPath = keyPath
  }

  /// The address of the state, if one of the boxes contains the value of the property.
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

/// The offsets of a type's wrappers of presented states, and the bytes of a state that represent
/// its value. Computing this takes microseconds, and is done once per pair of types.
private struct PresentedLayout {
  let offsets: [Int]
  let parts: [Range<Int>]

  private struct Key: Hashable {
    let root: ObjectIdentifier
    let state: ObjectIdentifier
  }

  private static let known = ForkSafeLocked<[Key: PresentedLayout]>([:])

  static func of<Root, State>(_: Root.Type, _: State.Type) -> Self {
    // Unknown while tests disable the metadata.
    guard RuntimeMetadata.isKnown else { return Self(offsets: [], parts: []) }
    let key = Key(root: ObjectIdentifier(Root.self), state: ObjectIdentifier(State.self))
    if let layout = known.withLock({ $0[key] }) { return layout }
    let offsets = StructMetadata.places(of: PresentationState<State>.self, in: Root.self)
      .map(\.offset)
    let layout = Self(
      offsets: offsets, parts: offsets.isEmpty ? [] : StructMetadata.parts(of: State.self))
    known.withLock { $0[key] = layout }
    return layout
  }
}
