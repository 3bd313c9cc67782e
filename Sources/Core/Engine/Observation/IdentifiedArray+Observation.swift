public import CCore

// An element that replaces another with the same id keeps that element's identity: observers of the
// element are notified, and observers of the collection are not. If the two differ in a property
// that does not record its readers, such as a constant, observers of the element and of the
// collection are notified. Every replacement and change of an element goes through the functions
// here, also in generic code.

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
    var isOther = false
    func note<Parts: _ObservedParts>(_: Parts.Type) {
      withUnsafePointer(to: old) { old in
        let old = UnsafeRawPointer(old).assumingMemoryBound(to: Parts.self)
        withUnsafeMutablePointer(to: &storage.values[index]) { element in
          let element = UnsafeMutableRawPointer(element).assumingMemoryBound(to: Parts.self)
          guard ElementAccess.isOfInterest(old.pointee) else { return }
          if let unobserved = ObservedLayout.of(Parts.self).unobserved,
            !old.pointee._$isSame(as: element.pointee), unobserved.areDifferent(old, element)
          {
            isOther = true
            if composable_get_frame() != nil { Parts._$separate(at: element) }
            return Parts._$noteReplacement(at: old)
          }
          if let identity = old.pointee._$identity { element.pointee._$keep(identity) }
          Parts._$noteDifferences(from: old, to: element)
        }
      }
    }
    if let type = Element.self as? any _ObservedParts.Type { note(type) }
    if isOther { restamp() }
  }

  /// The element at a position, before its reducer runs; `nil` if a replacement need not be found.
  @usableFromInline
  func sighting(at index: Int) -> ElementSighting? {
    guard composable_observes() else { return nil }
    return withUnsafePointer(to: storage.values[index]) { ElementSighting($0) }
  }

  /// Records that the reducer of an element has replaced the element, for readers of a property
  /// that does not record them.
  @usableFromInline
  mutating func noteReplacement(at index: Int, since sighting: ElementSighting?) {
    guard let sighting else { return }
    if withUnsafePointer(to: storage.values[index], { sighting.isReplaced(by: $0) }) { restamp() }
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
    if access.end(&storage.values[index]) { restamp() }
  }
}

/// A change of an element in place. Not a function, which would be allocated for each change.
@usableFromInline
struct ElementAccess {
  private let type: any _ObservedParts.Type
  private let access: _ObservedAccess
  private let identity: _ObservedIdentity?
  private let digest: Int?

  /// Returns `nil` if nothing has to be saved.
  @usableFromInline
  init?<Element>(_ element: inout Element) {
    guard let type = Element.self as? any _ObservedParts.Type else { return nil }
    self.type = type
    let begun = withUnsafeMutablePointer(to: &element) { Self.begin(type, at: $0) }
    guard let begun else { return nil }
    (access, identity, digest) = begun
  }

  private static func begin<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) -> (access: _ObservedAccess, identity: _ObservedIdentity?, digest: Int?)? {
    let parts = element.assumingMemoryBound(to: Parts.self)
    guard isOfInterest(parts.pointee) else { return nil }
    let digest = ObservedLayout.of(Parts.self).unobserved?.digest(of: parts)
    return (parts.pointee._$beginAccess(), parts.pointee._$identity, digest)
  }

  /// Whether a change of an element concerns its observers. An element that a store holds becomes
  /// another when a copy of it is changed outside of a reducer.
  static func isOfInterest(_ parts: some _ObservedParts) -> Bool {
    composable_get_frame() != nil || (parts._$identity?.first ?? 0) & composable_held_id == 0
  }

  /// Records the fields of the element if it was replaced.
  ///
  /// - Returns: Whether the element may differ in a property that does not record its readers.
  ///   Readers of the collection then have to be notified.
  @usableFromInline
  func end<Element>(_ element: inout Element) -> Bool {
    let type = type
    return withUnsafeMutablePointer(to: &element) { finish(type, at: $0) }
  }

  private func finish<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) -> Bool {
    let parts = element.assumingMemoryBound(to: Parts.self)
    let isReplaced = parts.pointee._$endAccess(access)
    // The payload of an enum may be in another case, with its mark.
    let isOther = parts.pointee._$identity != identity
    guard isReplaced || isOther else { return false }
    if isOther, let unobserved = ObservedLayout.of(Parts.self).unobserved,
      unobserved.mayDiffer(in: element, since: digest)
    {
      if let identity { ObservedFields.noteReplacement(of: identity.first, Parts.self) }
      if composable_get_frame() != nil { Parts._$separate(at: parts) }
      return true
    }
    if isOther { ObservedFields.noteCase(of: Parts.self) }
    if let identity { parts.pointee._$keep(identity) }
    Parts._$noteReplacement(at: parts)
    return false
  }
}
