public import CCore

/// The location of a presented feature's wrapper within its parent's state.
///
/// `$destination` is a computed property as far as its key path shows: changing it through the key
/// path copies it out and back, and the state in it would be copied with it. The wrapper is a
/// stored property, though, and is found by an experiment: a new box is assigned through the key
/// path to a copy of the state, and the stored property that then contains it, among those listed
/// in the type's metadata, is the wrapper.
@usableFromInline
final class PresentationProjection<Root, State> {
  private let keyPath: WritableKeyPath<Root, PresentationState<State>>
  // Accessed in the isolation of the store only, as all parts of reducers.
  @exclusivity(unchecked) @usableFromInline private(set) var offset: Int?
  private var hasLooked = false
  /// Whether the wrapper is a property of a nested ``ObservableState``, whose accessors notify the
  /// observers of changes.
  @exclusivity(unchecked) @usableFromInline private(set) var isInState = false
  /// The property, if its observers must be notified of changes made here.
  @usableFromInline let property: _ObservedProperty?

  init(_ keyPath: WritableKeyPath<Root, PresentationState<State>>) {
    self.keyPath = keyPath
    property = StateLayout.property(at: keyPath)
    offset = property?.offset ?? MemoryLayout<Root>.offset(of: keyPath)
    hasLooked = offset != nil
  }

  /// Runs `body` with the wrapper, which it may change.
  func modify<Result>(
    _ root: UnsafeMutablePointer<Root>,
    _ body: (UnsafeMutablePointer<PresentationState<State>>) -> Result
  ) -> Result {
    if let wrapper = address(in: root) {
      if let property, property.isObserved(in: root) {
        return property.modify(wrapper, in: root, of: Root.self, body)
      }
      if isInState, composable_observes() {
        return withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath], body)
      }
      return body(wrapper)
    }
    // Moved out of the parent's state rather than copied: a shared one would be copied when it
    // changes.
    var wrapper = root.pointee[keyPath: keyPath]
    root.pointee[keyPath: keyPath] = PresentationState(box: nil)
    defer { root.pointee[keyPath: keyPath] = wrapper }
    return body(&wrapper)
  }

  /// Runs `body` with the presented state, if there is one.
  func read<Result>(
    _ root: UnsafeMutablePointer<Root>, _ body: (UnsafePointer<State>) -> Result
  ) -> Result? {
    let box = address(in: root).map { $0.pointee.box } ?? root.pointee[keyPath: keyPath].box
    guard let box else { return nil }
    return withUnsafeMutablePointer(to: &box.value) { value in
      Optional.withPayload(at: value) { body(UnsafePointer($0)) }
    }
  }

  /// The presented state, to be changed in place: if there is one, its wrapper is at a known
  /// offset, and no observer needs a notification.
  @inlinable
  @inline(__always)
  func unobservedState(in root: UnsafeMutablePointer<Root>) -> UnsafeMutablePointer<State>? {
    guard let offset, !(property?.isObserved(in: root) ?? false),
      !(isInState && composable_observes())
    else { return nil }
    let wrapper = UnsafeMutableRawPointer(root).advanced(by: offset)
      .assumingMemoryBound(to: PresentationState<State>.self)
    if !isKnownUniquelyReferenced(&wrapper.pointee.box) {
      guard wrapper.pointee.isPresented else { return nil }
      _ = wrapper.pointee.uniqueBox()
    }
    guard let box = wrapper.pointee.box else { return nil }
    return withUnsafeMutablePointer(to: &box.value) { Optional.address(ofPayloadAt: $0) }
  }

  private func address(
    in root: UnsafeMutablePointer<Root>
  ) -> UnsafeMutablePointer<PresentationState<State>>? {
    if !hasLooked {
      hasLooked = true
      offset = findOffset(in: root.pointee)
    }
    guard let offset else { return nil }
    return UnsafeMutableRawPointer(root).advanced(by: offset)
      .assumingMemoryBound(to: PresentationState<State>.self)
  }

  private func findOffset(in state: Root) -> Int? {
    // Only if the property is stored in all states of the type: the result of a computed property
    // in an enum differs as soon as the enum changes its case.
    let places = StructMetadata.places(of: PresentationState<State>.self, in: Root.self) {
      $0 is any ObservableState.Type
    }
    guard !places.isEmpty else { return nil }
    var copy = state
    let (first, second) = (PresentationBox<State>(nil), PresentationBox<State>(nil))
    return withUnsafeMutablePointer(to: &copy) { copy in
      func wrapper(at offset: Int) -> UnsafeMutablePointer<PresentationState<State>> {
        UnsafeMutableRawPointer(copy).advanced(by: offset)
          .assumingMemoryBound(to: PresentationState<State>.self)
      }
      copy.pointee[keyPath: keyPath] = PresentationState(box: first)
      let found = places.filter { wrapper(at: $0.offset).pointee.box === first }
      // The wrapper found must follow the property, and the property the wrapper.
      guard found.count == 1, let place = found.first else { return nil }
      wrapper(at: place.offset).pointee.box = second
      guard copy.pointee[keyPath: keyPath].box === second else { return nil }
      isInState = place.isWithin
      return place.offset
    }
  }
}
