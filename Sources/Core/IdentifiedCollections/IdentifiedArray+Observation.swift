public import CCore

// An element that replaces another with the same id keeps that element's identity: observers of the
// element receive only the fields that differ, and observers of the collection receive nothing.
// Every replacement and change of an element goes through the functions here, also in generic code.

extension IdentifiedArray {
  /// Replaces the element at a position by one with the same id.
  @inlinable
  mutating func replace(at index: Int, by element: Element) {
    guard composable_observes() else { return replaceUnobserved(at: index, by: element) }
    let access = willChange(at: index)
    storage.values[index] = element
    didChange(at: index, access)
  }

  /// Replaces an element of a store without observers. An observer that registers later must see a
  /// difference from a snapshot that was made before.
  @usableFromInline
  mutating func replaceUnobserved(at index: Int, by element: Element) {
    storage.values[index] = element
    if composable_get_frame() != nil, Element.self is any _ObservedParts.Type { restamp() }
  }

  /// Runs an element's reducer on it.
  ///
  /// The reducer records its changes. It may assign the whole element, which then has a new
  /// identity: an earlier snapshot of the array must not compare equal.
  @inlinable
  @inline(__always)
  mutating func reduce<Result>(
    at index: Int, _ stamp: ElementStamp<Element>,
    _ body: (UnsafeMutablePointer<Element>) -> Result
  ) -> Result {
    let (result, isOther) = withUnsafeMutablePointer(to: &storage.values[index]) { element in
      let before = stamp(element)
      let result = body(element)
      return (result, stamp(element) != before)
    }
    if isOther { restamp() }
    return result
  }

  /// Gives an element that is inserted into the array a new identity, different from that of the
  /// value it is a copy of.
  @usableFromInline
  func separated(_ element: Element) -> Element {
    guard composable_get_frame() != nil,
      let separate = ObservedLayout.of(Element.self).separate
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

/// The identity of an element: it differs from that of another state that takes its place with the
/// same id.
@usableFromInline
enum ElementStamp<Element> {
  /// The element has no observable identity.
  case none
  /// The storage location of a struct's id.
  case atOffset(Int)
  case computed((UnsafeRawPointer) -> _ObservedStamp)

  @usableFromInline
  init() {
    guard let type = Element.self as? any _ObservedParts.Type else {
      self = .none
      return
    }
    if let offset = (type as? any ObservableState.Type)?._$idOffset {
      self = .atOffset(offset)
    } else {
      self = .computed(Self.stamp(of: type))
    }
  }

  /// Whether there is anything to tell states apart by.
  @usableFromInline
  var isNeeded: Bool {
    if case .none = self { false } else { true }
  }

  private static func stamp<Parts: _ObservedParts>(
    of _: Parts.Type
  ) -> (UnsafeRawPointer) -> _ObservedStamp {
    { $0.assumingMemoryBound(to: Parts.self).pointee._$stamp }
  }

  @inlinable
  @inline(__always)
  func callAsFunction(_ element: UnsafePointer<Element>) -> _ObservedStamp {
    switch self {
    case .none: .nothing
    case .atOffset(let offset):
      _ObservedStamp(UnsafeRawPointer(element).load(fromByteOffset: offset, as: UInt64.self), 0)
    case .computed(let stamp): stamp(element)
    }
  }
}

/// What is remembered of an element while it is changed or replaced. Not a function, which would be
/// allocated for each change.
@usableFromInline
struct ElementAccess {
  private let type: any _ObservedParts.Type
  private let access: UInt64
  private let stamp: _ObservedStamp

  /// Returns `nil` if nothing has to be saved.
  @usableFromInline
  init?<Element>(_ element: inout Element) {
    guard let type = Element.self as? any _ObservedParts.Type else { return nil }
    self.type = type
    let begun = withUnsafeMutablePointer(to: &element) { Self.begin(type, at: $0) }
    guard let begun else { return nil }
    (access, stamp) = begun
  }

  private static func begin<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) -> (access: UInt64, stamp: _ObservedStamp)? {
    let parts = element.assumingMemoryBound(to: Parts.self)
    // An element that a store holds becomes another when a copy of it is changed elsewhere.
    guard
      composable_get_frame() != nil || parts.pointee._$stamp.first & composable_held_id == 0
    else { return nil }
    let access = parts.pointee._$beginAccess()
    return (access, parts.pointee._$stamp)
  }

  /// Records the differences in the element.
  ///
  /// - Returns: Whether the identity of the element, other than its id, has changed.
  @usableFromInline
  func end<Element>(_ element: inout Element) -> Bool {
    let type = type
    return withUnsafeMutablePointer(to: &element) { finish(type, at: $0) }
  }

  private func finish<Parts: _ObservedParts>(
    _: Parts.Type, at element: UnsafeMutableRawPointer
  ) -> Bool {
    let parts = element.assumingMemoryBound(to: Parts.self)
    guard parts.pointee._$mayBeReplaced(since: access) else { return false }
    let id = parts.pointee._$stamp.first
    // Not where it is, as the array hands out an element by its id in another place.
    if access != 0, id != stamp.first { ObservedFields.forgetWrites(to: id, since: access) }
    parts.pointee._$keep(stamp)
    Parts._$noteDifferences(at: parts)
    return parts.pointee._$stamp != stamp
  }
}
