import CCore
import CompanionSupport
@_spi(Reflection) import Swift

/// The observable contents of a type's values: how two values differ for observers, and the states
/// within a value.
///
/// Created once for each type, from runtime metadata of the fields of a struct. A value is compared
/// with another only while both are alive.
///
/// Unchecked: its functions capture nothing but types and other layouts.
@usableFromInline
final class ObservedLayout: @unchecked Sendable {
  struct Part {
    let offset: Int
    let layout: ObservedLayout
  }

  /// Functions for the states within a value.
  struct States {
    /// Records the fields that differ from the value before: both are alive.
    var noteDifferences: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Void
    /// Records all fields.
    var noteReplacement: (UnsafeRawPointer) -> Void
    /// Gives the states new identities, which their originals do not have.
    var separate: (UnsafeMutableRawPointer) -> Void
  }

  /// Functions for a change in place.
  struct Access {
    /// See ``_ObservedParts/_$beginAccess()``.
    var begin: (UnsafeMutableRawPointer) -> _ObservedAccess
    /// See ``_ObservedParts/_$endAccess(_:)``.
    var end: (UnsafeMutableRawPointer, _ObservedAccess) -> Bool
  }

  /// Whether a value differs from another for observers of it.
  let isDifferent: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool
  /// The type, if its values consist of states.
  let parts: (any _ObservedParts.Type)?
  /// `nil` if values contain no states.
  let states: States?
  /// `nil` if a replacement cannot be recognized afterwards.
  let access: Access?
  /// The properties of a state without observers of their own; `nil` if it has none.
  let unobserved: UnobservedFields?

  private init(
    isDifferent: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool,
    parts: (any _ObservedParts.Type)? = nil, states: States? = nil, access: Access? = nil,
    unobserved: UnobservedFields? = nil
  ) {
    self.isDifferent = isDifferent
    self.parts = parts
    self.states = states
    self.access = access
    self.unobserved = unobserved
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

  /// The layout of a type that is known at run time.
  static func of(any type: Any.Type) -> ObservedLayout {
    func open<Value>(_: Value.Type) -> ObservedLayout { of(Value.self) }
    return _openExistential(type, do: open)
  }

  /// The layout of elements that are enums, or have properties that do not record their readers;
  /// `nil` for all others, whose reducers record by themselves that they replace their states.
  @usableFromInline
  static func ofElements<Element>(_: Element.Type) -> ObservedLayout? {
    guard let type = Element.self as? any ObservableState.Type else { return nil }
    let layout = of(Element.self)
    return layout.unobserved == nil && type._$idOffset != nil ? nil : layout
  }

  private static func make<Value>(_: Value.Type) -> ObservedLayout {
    if let type = Value.self as? any ObservableState.Type { return state(type) }
    if let type = Value.self as? any _ObservedParts.Type { return parts(type) }
    // Equal values that refer to different objects are different values for observers of these.
    let areEqual =
      ObservedReferences.areHeld(by: Value.self)
      ? nil : (Value.self as? any Equatable.Type).map { ObservedValue.equality(ofKnown: $0) }
    return ObservedLayout(
      isDifferent: { old, new in
        // Two values that are alive and consist of the same bytes are the same value.
        !composable_are_same_bytes(old, new, MemoryLayout<Value>.size)
          && areEqual?(old, new) != true
      }, states: states(in: partsOfStruct(Value.self)))
  }

  private static func parts<Value: _ObservedParts>(_: Value.Type) -> ObservedLayout {
    func value(_ address: UnsafeRawPointer) -> UnsafePointer<Value> {
      address.assumingMemoryBound(to: Value.self)
    }
    func value(_ address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Value> {
      address.assumingMemoryBound(to: Value.self)
    }
    return ObservedLayout(
      isDifferent: { !value($1).pointee._$isSame(as: value($0).pointee) }, parts: Value.self,
      states: States(
        noteDifferences: { Value._$noteDifferences(from: value($0), to: value($1)) },
        noteReplacement: { Value._$noteReplacement(at: value($0)) },
        separate: { Value._$separate(at: value($0)) }),
      access: Value._$isKept
        ? nil
        : Access(
          begin: { value($0).pointee._$beginAccess() },
          end: { value($0).pointee._$endAccess($1) }))
  }

  // MARK: States

  private static func state<State: ObservableState>(_: State.Type) -> ObservedLayout {
    func isDifferent(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
      old.assumingMemoryBound(to: State.self).pointee._$id
        != new.assumingMemoryBound(to: State.self).pointee._$id
    }
    guard let idOffset = State._$idOffset else {
      let observed = ObservedEnum(State.self)
      return ObservedLayout(
        isDifferent: isDifferent, parts: State.self, states: observed.states,
        access: observed.access)
    }
    let fields = fields(of: State.self)
    let parts = states(in: partsOfStruct(State.self))
    func id(_ state: UnsafeRawPointer) -> UInt64 {
      state.load(fromByteOffset: idOffset, as: UInt64.self)
    }
    return ObservedLayout(
      isDifferent: isDifferent, parts: State.self,
      states: States(
        noteDifferences: { old, new in
          // Another state is a change of the field that holds it.
          guard id(old) == id(new) else { return }
          if mayBeNoted(id(new)) {
            ObservedFields.noteDifferences(of: id(new), State.self) { field in
              fields[field].map { $0.layout.isDifferent(old + $0.offset, new + $0.offset) } ?? true
            }
          }
          parts?.noteDifferences(old, new)
        },
        noteReplacement: { state in
          if mayBeNoted(id(state)) { ObservedFields.noteReplacement(of: id(state), State.self) }
          parts?.noteReplacement(state)
        },
        separate: { state in
          state.storeBytes(
            of: composable_make_id() | composable_held_id, toByteOffset: idOffset, as: UInt64.self)
          parts?.separate(state)
        }),
      access: Access(
        begin: { $0.assumingMemoryBound(to: State.self).pointee._$beginAccess() },
        end: { $0.assumingMemoryBound(to: State.self).pointee._$endAccess($1) }),
      unobserved: UnobservedFields(of: State.self))
  }

  /// Whether a change of a state concerns its observers: outside of a reducer, a state of a store
  /// is changed in a copy only, which becomes another one.
  private static func mayBeNoted(_ state: UInt64) -> Bool {
    composable_get_frame() != nil || state & composable_held_id == 0
  }

  // MARK: Fields

  /// The fields of a state by the keys of their names.
  private static func fields(of type: Any.Type) -> [UInt32: Part] {
    var fields: [UInt32: Part] = [:]
    _forEachField(of: type) { name, offset, type, _ in
      let part = Part(offset: offset, layout: of(any: type))
      let property = ObservedPlace.name(ofStorage: String(cString: name))
      for key in fieldKeys(of: property) { fields[key] = part }
      return true
    }
    return fields
  }

  /// The keys of a property. Its name may require backticks, and its key be computed with them.
  static func fieldKeys(of property: String) -> [UInt32] {
    [fieldKey(property), fieldKey("`\(property)`")]
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
      let layout = of(any: type)
      if layout.states != nil { parts.append(Part(offset: offset, layout: layout)) }
      return true
    }
    return parts
  }

  /// The values within a struct that consist of states, and are changed in place without a copy.
  static func parts(within type: Any.Type) -> [(offset: Int, type: any _ObservedParts.Type)] {
    var found: [(Int, any _ObservedParts.Type)] = []
    guard TypeMetadata.isStruct(type) else { return found }
    _forEachField(of: type) { _, offset, type, _ in
      let layout = of(any: type)
      if let parts = layout.parts {
        if !parts._$isKept { found.append((offset, parts)) }
      } else if layout.states != nil {
        found += parts(within: type).map { (offset + $0.offset, $0.type) }
      }
      return true
    }
    return found
  }

  private static func states(in parts: [Part]) -> States? {
    let parts = parts.compactMap { part in part.layout.states.map { (part.offset, $0) } }
    guard !parts.isEmpty else { return nil }
    return States(
      noteDifferences: { old, new in
        for (offset, states) in parts { states.noteDifferences(old + offset, new + offset) }
      },
      noteReplacement: { value in
        for (offset, states) in parts { states.noteReplacement(value + offset) }
      },
      separate: { value in
        for (offset, states) in parts { states.separate(value + offset) }
      })
  }
}
