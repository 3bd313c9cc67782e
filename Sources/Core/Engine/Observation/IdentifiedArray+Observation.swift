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
    let layout = ObservedLayout.of(Element.self)
    var isReplaced = false
    func note<Parts: _ObservedParts>(_: Parts.Type) {
      withUnsafePointer(to: old) { old in
        let old = UnsafeRawPointer(old).assumingMemoryBound(to: Parts.self)
        withUnsafeMutablePointer(to: &storage.values[index]) { element in
          let element = UnsafeMutableRawPointer(element).assumingMemoryBound(to: Parts.self)
          guard ElementAccess.isOfInterest(old.pointee) else { return }
          var isOther = false
          if let unobserved = layout.unobserved, !old.pointee._$isSame(as: element.pointee) {
            isOther = unobserved.areDifferent(old, element)
          }
          if !isOther, let identity = old.pointee._$identity {
            element.pointee._$keep(identity)
            // An enum has the identity of its payload.
            isOther = element.pointee._$identity != identity
          }
          guard isOther else { return Parts._$noteDifferences(from: old, to: element) }
          isReplaced = true
          if composable_get_frame() != nil { Parts._$separate(at: element) }
          ObservedFields.noteCase(of: Parts.self)
          Parts._$noteReplacement(at: old)
        }
      }
    }
    if let type = layout.parts { note(type) }
    if isReplaced { restamp() }
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

  /// Runs the reducer of an element.
  ///
  /// - Parameter layout: See ``ObservedLayout/ofElements(_:)``.
  @inlinable
  @inline(__always)
  mutating func reduce<Result>(
    at index: Int, _ layout: ObservedLayout?, _ run: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    var isOther = false
    let result = withUnsafeMutablePointer(to: &storage.values[index]) { element in
      guard let layout, composable_observes(),
        let access = ElementAccess(layout, at: element, ofItsReducer: true)
      else { return run(element) }
      defer { isOther = access.end(at: element) }
      return run(element)
    }
    if isOther { restamp() }
    return result
  }

  /// Prepares for a change of an element in place, or for its replacement.
  @inlinable
  @inline(__always)
  mutating func willChange(at index: Int?) -> ElementAccess? {
    guard composable_observes(), let index else { return nil }
    return ElementAccess(at: &storage.values[index])
  }

  /// Records the changes at a position.
  @inlinable
  @inline(__always)
  mutating func didChange(at index: Int?, _ access: ElementAccess?) {
    guard let access, let index else { return }
    if access.end(at: &storage.values[index]) { restamp() }
  }
}

/// A change of an element in place. Not a function, which would be allocated for each change.
@usableFromInline
struct ElementAccess {
  private let layout: ObservedLayout
  private let identity: _ObservedIdentity?
  private let digest: Int?
  /// `nil` while the reducer of the element runs, which records by itself that it replaces its
  /// state.
  private let access: _ObservedAccess?

  /// Returns `nil` if nothing has to be saved.
  @usableFromInline
  init?<Element>(at element: UnsafeMutablePointer<Element>) {
    self.init(ObservedLayout.of(Element.self), at: element, ofItsReducer: false)
  }

  @usableFromInline
  init?(_ layout: ObservedLayout, at element: UnsafeMutableRawPointer, ofItsReducer: Bool) {
    func begin<Parts: _ObservedParts>(
      _: Parts.Type
    ) -> (access: _ObservedAccess?, identity: _ObservedIdentity?)? {
      let parts = element.assumingMemoryBound(to: Parts.self)
      guard Self.isOfInterest(parts.pointee) else { return nil }
      return (ofItsReducer ? nil : parts.pointee._$beginAccess(), parts.pointee._$identity)
    }
    guard let type = layout.parts, let begun = begin(type) else { return nil }
    self.layout = layout
    (access, identity) = begun
    digest = layout.unobserved?.digest(of: element)
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
  func end<Element>(at element: UnsafeMutablePointer<Element>) -> Bool {
    layout.parts.map { finish($0, at: element) } ?? false
  }

  private func finish<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) -> Bool {
    let parts = element.assumingMemoryBound(to: Parts.self)
    let isReplaced = access.map { parts.pointee._$endAccess($0) } ?? false
    // The payload of an enum may be in another case, with its mark.
    let isOther = parts.pointee._$identity != identity
    let mayDiffer = isOther && layout.unobserved?.mayDiffer(in: element, since: digest) == true
    guard access != nil, isReplaced || isOther else {
      // The reducer of an enum does not record that it changes a plain payload.
      return mayDiffer || (access == nil && isOther && layout.unobserved == nil)
    }
    if mayDiffer {
      if let identity { ObservedFields.noteReplacement(of: identity.first, Parts.self) }
      if composable_get_frame() != nil { Parts._$separate(at: parts) }
      return true
    }
    if isOther { ObservedFields.noteCase(of: Parts.self) }
    if let identity { parts.pointee._$keep(identity) }
    Parts._$noteReplacement(at: parts)
    // An enum has the identity of its payload, which readers know from the collection.
    return parts.pointee._$identity != identity
  }
}
