import CCore
@_spi(Reflection) import Swift

/// The observable contents of a type's values: how to detect that a value was replaced, and the
/// states within it.
///
/// Created once for each type, from runtime metadata of the fields of a struct.
///
/// Unchecked: its functions capture nothing but types and other layouts.
final class ObservedLayout: @unchecked Sendable {
  private struct Part {
    let offset: Int
    let layout: ObservedLayout
  }

  /// Identifies a value.
  let stamp: (UnsafeRawPointer) -> _ObservedStamp
  /// Records the fields within a value that differ from the values seen; `nil` if there are none to
  /// record.
  let noteDifferences: ((UnsafeRawPointer) -> Void)?
  /// Gives the states in a value new identities, different from those of the states they are copies
  /// of.
  let separate: ((UnsafeMutableRawPointer) -> Void)?

  private init(
    stamp: @escaping (UnsafeRawPointer) -> _ObservedStamp,
    noteDifferences: ((UnsafeRawPointer) -> Void)? = nil,
    separate: ((UnsafeMutableRawPointer) -> Void)? = nil
  ) {
    self.stamp = stamp
    self.noteDifferences = noteDifferences
    self.separate = separate
  }

  // MARK: Known layouts

  private static let known = ForkSafeLocked<[ObjectIdentifier: ObservedLayout]>([:])

  /// The layout of a type.
  static func of<Value>(_ type: Value.Type) -> ObservedLayout {
    let id = ObjectIdentifier(type)
    if let layout = known.withLock({ $0[id] }) { return layout }
    let layout = make(type)
    return known.withLock { known in
      if let other = known[id] { return other }
      known[id] = layout
      return layout
    }
  }

  /// The stamp of a value.
  static func stamp<Value>(of value: Value) -> _ObservedStamp {
    withUnsafePointer(to: value) { value in
      if _isPOD(Value.self), MemoryLayout<Value>.size <= 2 * MemoryLayout<UInt64>.size,
        !(Value.self is any _ObservedParts.Type)
      {
        return stamp(ofBytesAt: value, count: MemoryLayout<Value>.size)
      }
      return of(Value.self).stamp(value)
    }
  }

  private static func make<Value>(_: Value.Type) -> ObservedLayout {
    if let type = Value.self as? any ObservableState.Type { return state(type) }
    if let type = Value.self as? any _ObservedParts.Type { return parts(type) }
    if let type = Value.self as? any PresentedValue.Type { return presented(type) }
    if Value.self == String.self {
      return ObservedLayout(stamp: {
        let text = $0.assumingMemoryBound(to: String.self).pointee
        return _ObservedStamp(UInt64(bitPattern: Int64(text.hashValue)), UInt64(text.utf8.count))
      })
    }
    let parts = partsOfStruct(Value.self)
    return ObservedLayout(
      stamp: { stamp(ofBytesAt: $0, count: MemoryLayout<Value>.size) },
      noteDifferences: noteDifferences(in: parts), separate: separate(parts))
  }

  private static func parts<Value: _ObservedParts>(_: Value.Type) -> ObservedLayout {
    ObservedLayout(
      stamp: { $0.assumingMemoryBound(to: Value.self).pointee._$stamp },
      noteDifferences: { Value._$noteDifferences(at: $0.assumingMemoryBound(to: Value.self)) },
      separate: { Value._$separate(at: $0.assumingMemoryBound(to: Value.self)) })
  }

  private static func presented<Value: PresentedValue>(_: Value.Type) -> ObservedLayout {
    ObservedLayout(stamp: { $0.assumingMemoryBound(to: Value.self).pointee.stampOfPresented })
  }

  /// The bytes of a value identify it: unshared storage is not changed without a record, and shared
  /// storage is copied to another address before it is changed.
  private static func stamp(ofBytesAt value: UnsafeRawPointer, count: Int) -> _ObservedStamp {
    guard count > 16 else {
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: value, count: count))
      }
      return _ObservedStamp(words.0, words.1)
    }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(start: value, count: count))
    return _ObservedStamp(UInt64(bitPattern: Int64(hasher.finalize())), UInt64(count))
  }

  // MARK: States

  private static func state<State: ObservableState>(_: State.Type) -> ObservedLayout {
    let stamp: (UnsafeRawPointer) -> _ObservedStamp = {
      $0.assumingMemoryBound(to: State.self).pointee._$stamp
    }
    guard let idOffset = State._$idOffset else {
      let noteDifferences = noteDifferences(inEnum: State.self)
      return ObservedLayout(
        stamp: stamp, noteDifferences: noteDifferences, separate: separate(inEnum: State.self))
    }
    let fields = fields(of: State.self)
    let parts = partsOfStruct(State.self)
    let notePartDifferences = noteDifferences(in: parts)
    let separateParts = separate(parts)
    return ObservedLayout(
      stamp: stamp,
      noteDifferences: { state in
        let location = state.load(fromByteOffset: idOffset, as: UInt64.self)
        if composable_may_be_observed(location, composable_any_field) {
          ObservedFields.noteDifferences(of: location, at: state + idOffset) { field in
            fields[field].map { $0.layout.stamp(state + $0.offset) }
          }
        }
        notePartDifferences?(state)
      },
      separate: { state in
        ObservedFields.forgetWrites(
          to: state.load(fromByteOffset: idOffset, as: UInt64.self), at: state + idOffset)
        state.storeBytes(
          of: composable_make_id() | composable_held_id, toByteOffset: idOffset, as: UInt64.self)
        separateParts?(state)
      })
  }

  private static func noteDifferences(
    inEnum type: Any.Type
  ) -> ((UnsafeRawPointer) -> Void)? {
    guard let metadata = EnumMetadata(type) else { return nil }
    let payloads = (0..<metadata.caseCount).map { metadata.payload(ofCase: $0) }
    return { value in
      let tag = metadata.tag(of: value)
      guard tag < payloads.count, let payload = payloads[tag],
        let note = layout(of: payload.type).noteDifferences
      else { return }
      metadata.withPayload(ofValueAt: value, boxOffset: payload.boxOffset) { note($0) }
    }
  }

  private static func separate(
    inEnum type: Any.Type
  ) -> ((UnsafeMutableRawPointer) -> Void)? {
    guard let metadata = EnumMetadata(type) else { return nil }
    let payloads = (0..<metadata.caseCount).map { metadata.payload(ofCase: $0) }
    return { value in
      let tag = metadata.tag(of: value)
      // The contents of a box may be shared, and are not changed in place.
      guard tag < payloads.count, let payload = payloads[tag], payload.boxOffset == nil,
        let separate = layout(of: payload.type).separate
      else { return }
      metadata.projectPayload(value)
      separate(value)
      metadata.inject(tag, into: value)
    }
  }

  private static func layout(of type: Any.Type) -> ObservedLayout {
    func open<Value>(_: Value.Type) -> ObservedLayout { of(Value.self) }
    return _openExistential(type, do: open)
  }

  // MARK: Fields

  /// The fields of a state by the keys of their names.
  private static func fields(of type: Any.Type) -> [UInt32: Part] {
    var fields: [UInt32: Part] = [:]
    _forEachField(of: type) { name, offset, type, _ in
      let name = String(cString: name)
      let part = Part(offset: offset, layout: layout(of: type))
      let property = name.hasPrefix("_") ? String(name.dropFirst()) : name
      // A property's name may require backticks, and its key be computed with them.
      for spelling in [property, "`\(property)`"] { fields[fieldKey(spelling)] = part }
      return true
    }
    return fields
  }

  /// The key that `@ObservableState` writes for the name of a field.
  private static func fieldKey(_ name: String) -> UInt32 {
    let hash = name.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return hash == 0 ? 1 : hash
  }

  /// The fields of a struct that contain states.
  private static func partsOfStruct(_ type: Any.Type) -> [Part] {
    var parts: [Part] = []
    guard TypeMetadata.isStruct(type) else { return [] }
    _forEachField(of: type) { _, offset, type, _ in
      let layout = layout(of: type)
      if layout.noteDifferences != nil { parts.append(Part(offset: offset, layout: layout)) }
      return true
    }
    return parts
  }

  private static func noteDifferences(in parts: [Part]) -> ((UnsafeRawPointer) -> Void)? {
    guard !parts.isEmpty else { return nil }
    return { value in
      for part in parts { part.layout.noteDifferences?(value + part.offset) }
    }
  }

  private static func separate(_ parts: [Part]) -> ((UnsafeMutableRawPointer) -> Void)? {
    guard parts.contains(where: { $0.layout.separate != nil }) else { return nil }
    return { value in
      for part in parts { part.layout.separate?(value + part.offset) }
    }
  }

  /// Gives the states in a collection new identities, different from those of the states they are
  /// copies of. Not while nothing is observed, as it copies all elements.
  static func separateElements<Element>(
    of _: Element.Type
  ) -> ((UnsafeMutableBufferPointer<Element>) -> Void)? {
    guard composable_observes() || composable_get_frame() == nil,
      let separate = of(Element.self).separate
    else { return nil }
    return { for index in $0.indices { separate($0.baseAddress.unsafelyUnwrapped + index) } }
  }

  /// Records the fields of many values that differ from the values seen.
  static func noteDifferences<Value>(in values: UnsafeBufferPointer<Value>) {
    guard let note = of(Value.self).noteDifferences, let first = values.baseAddress else { return }
    for index in values.indices { note(UnsafeRawPointer(first + index)) }
  }
}

/// A presented state that is not observable itself.
private protocol PresentedValue {
  var stampOfPresented: _ObservedStamp { get }
}

extension PresentationState: PresentedValue {
  fileprivate var stampOfPresented: _ObservedStamp {
    withUnsafePointer(to: wrappedValue) { ObservedLayout.of(State?.self).stamp($0) }
  }
}
