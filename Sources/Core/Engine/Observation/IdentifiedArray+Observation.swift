public import CCore

// An element that replaces another with the same id keeps that element's identity: observers of the
// element are notified, and observers of the collection are not. Every replacement and change of an
// element goes through the functions here, also in generic code.

extension IdentifiedArray {
  /// Replaces the element at a position by one with the same id.
  @inlinable
  mutating func replace(at index: Int, by element: Element) {
    guard composable_observes() else {
      storage.values[index] = element
      return
    }
    replaceObserved(at: index, by: element)
  }

  @usableFromInline
  mutating func replaceObserved(at index: Int, by element: Element) {
    let old = storage.values[index]
    storage.values[index] = element
    func note<Parts: _ObservedParts>(_: Parts.Type) {
      withUnsafePointer(to: old) { old in
        let old = UnsafeRawPointer(old).assumingMemoryBound(to: Parts.self)
        withUnsafeMutablePointer(to: &storage.values[index]) { element in
          let element = UnsafeMutableRawPointer(element).assumingMemoryBound(to: Parts.self)
          guard ElementAccess.isOfInterest(old.pointee) else { return }
          if let identity = old.pointee._$identity { element.pointee._$keep(identity) }
          Parts._$noteDifferences(from: old, to: element)
        }
      }
    }
    if let type = Element.self as? any _ObservedParts.Type { note(type) }
  }

  /// Gives an element that is inserted into the array a new identity, different from the identity
  /// of the value it is a copy of.
  @usableFromInline
  func separated(_ element: Element) -> Element {
    guard composable_get_frame() != nil,
      let separate = ObservedLayout.of(Element.self).states?.separate
    else { return element }
    var element = element
    withUnsafeMutablePointer(to: &element) { separate($0) }
    return element
  }

  /// Prepares for a change of an element in place, or for its replacement.
  @inlinable
  @inline(__always)
  mutating func willChange(at index: Int?) -> ElementAccess? {
    guard composable_observes(), let index else { return nil }
    return ElementAccess(&storage.values[index])
  }

  /// Records the changes at a position.
  @inlinable
  @inline(__always)
  mutating func didChange(at index: Int?, _ access: ElementAccess?) {
    guard let access, let index else { return }
    access.end(&storage.values[index])
  }
}

/// A change of an element in place. Not a function, which would be allocated for each change.
@usableFromInline
struct ElementAccess {
  private let type: any _ObservedParts.Type
  private let access: _ObservedAccess
  private let identity: _ObservedIdentity?

  /// Returns `nil` if nothing has to be saved.
  @usableFromInline
  init?<Element>(_ element: inout Element) {
    guard let type = Element.self as? any _ObservedParts.Type else { return nil }
    self.type = type
    let begun = withUnsafeMutablePointer(to: &element) { Self.begin(type, at: $0) }
    guard let begun else { return nil }
    (access, identity) = begun
  }

  private static func begin<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) -> (access: _ObservedAccess, identity: _ObservedIdentity?)? {
    let parts = element.assumingMemoryBound(to: Parts.self)
    guard isOfInterest(parts.pointee) else { return nil }
    return (parts.pointee._$beginAccess(), parts.pointee._$identity)
  }

  /// Whether a change of an element concerns its observers. An element that a store holds becomes
  /// another when a copy of it is changed outside of a reducer.
  static func isOfInterest(_ parts: some _ObservedParts) -> Bool {
    composable_get_frame() != nil || (parts._$identity?.first ?? 0) & composable_held_id == 0
  }

  /// Records the fields of the element if it was replaced.
  @usableFromInline
  func end<Element>(_ element: inout Element) {
    let type = type
    withUnsafeMutablePointer(to: &element) { finish(type, at: $0) }
  }

  private func finish<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) {
    let parts = element.assumingMemoryBound(to: Parts.self)
    guard parts.pointee._$endAccess(access) else { return }
    if let identity { parts.pointee._$keep(identity) }
    Parts._$noteReplacement(at: parts)
  }
}
