public import CCore

// An element that is replaced by another with its id remains the element with this id: its
// observers are told of the fields that differ, and those of the collection of nothing. All that
// replaces or changes an element goes through the functions here, also where generic code does it.

extension IdentifiedArray {
  /// Replaces the element at a position by one with the same id.
  @inlinable
  mutating func replace(at index: Int, by element: Element) {
    guard composable_observes() else { return replaceUnobserved(at: index, by: element) }
    let access = willChange(at: index)
    storage.values[index] = element
    didChange(at: index, access)
  }

  /// Replaces an element of a store while nothing is observed. What is observed later has to differ from
  /// a snapshot that was made before.
  @usableFromInline
  mutating func replaceUnobserved(at index: Int, by element: Element) {
    storage.values[index] = element
    if composable_get_frame() != nil, Element.self is any _ObservedParts.Type { restamp() }
  }

  /// Runs an element's reducer on it.
  ///
  /// The reducer notes what it changes. It may assign all of the element, which is another state then: a
  /// snapshot of the array from before must not look the same.
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

  /// Makes an element that is put into the array another state than the one it is a copy of.
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

  /// Notes what has changed at a position.
  @inlinable
  @inline(__always)
  mutating func didChange(at index: Int?, _ access: ElementAccess?) {
    guard let access, let index else { return }
    if access.end(&storage.values[index]) { restamp() }
  }
}

/// How an element is distinguished from another state that takes its place, and has the same id.
@usableFromInline
enum ElementStamp<Element> {
  /// There is no state that is observed by itself.
  case none
  /// The place of a struct's id.
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

  /// Returns `nil` where there is nothing to remember.
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

  /// Notes what is different in the element.
  ///
  /// - Returns: Whether it is known by something other than its id, which is another now.
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
