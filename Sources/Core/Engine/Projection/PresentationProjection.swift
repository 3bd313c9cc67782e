/// Where a presented feature's wrapper lies within its parent's state.
///
/// `$destination` is a computed property as far as the compiler tells: to change it through its key
/// path means to copy it out and back, and the state in it would be copied with it. The wrapper is a
/// stored property, though, and is found by looking: a box that was never seen before is assigned
/// through the key path, to a copy of the state, and where its address turns up there the wrapper is.
final class PresentationProjection<Root, State> {
  private let keyPath: WritableKeyPath<Root, PresentationState<State>>
  private var offset: Int?
  private var hasLooked = false
  /// The property, where its observers are to hear of changes that are made here.
  private let property: _ObservedProperty?

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
        return property.modify(wrapper, in: root, body)
      }
      return body(wrapper)
    }
    // Taken out of the parent's state rather than copied: shared, it would be copied when it changes.
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
    guard let box, !box.isEmpty else { return nil }
    return withUnsafePointer(to: &box.value) { value in
      // The payload of an optional lies at its beginning.
      body(UnsafeRawPointer(value).assumingMemoryBound(to: State.self))
    }
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
    let boxes = [PresentationBox<State>(nil), PresentationBox(nil), PresentationBox(nil)]
    let addresses = boxes.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
    var copy = state
    let word = MemoryLayout<UInt>.size
    let places = 0..<(MemoryLayout<Root>.size / word)

    copy[keyPath: keyPath] = PresentationState(box: boxes[0])
    let found = withUnsafeBytes(of: &copy) { bytes in
      places.filter { bytes.load(fromByteOffset: $0 * word, as: UInt.self) == addresses[0] }
    }
    // What is found has to follow the property, and the property it.
    guard found.count == 1, let offset = found.first.map({ $0 * word }) else { return nil }
    copy[keyPath: keyPath] = PresentationState(box: boxes[1])
    let follows = withUnsafeMutableBytes(of: &copy) { bytes in
      guard bytes.load(fromByteOffset: offset, as: UInt.self) == addresses[1] else { return false }
      bytes.baseAddress?.advanced(by: offset)
        .assumingMemoryBound(to: PresentationState<State>.self).pointee.box = boxes[2]
      return true
    }
    return follows && copy[keyPath: keyPath].box === boxes[2] ? offset : nil
  }
}
