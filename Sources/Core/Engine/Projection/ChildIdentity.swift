/// Determines whether two states, before and after an action, belong to the same child.
///
/// A child that is `Identifiable` is identified by its id. An enum is identified by its case and an
/// id: its own if it is `Identifiable`, or the payload's. All other states of a type belong to the
/// same child.
@usableFromInline
struct ChildIdentity<State> {
  @usableFromInline typealias ID = ChildID

  private let find: ((UnsafeRawPointer) -> ID)?
  /// Whether children of the type have identities.
  @usableFromInline let isNeeded: Bool
  private let tag = OptionalTag(wrapped: State.self)

  @usableFromInline
  init() {
    if let type = State.self as? any Identifiable.Type {
      let id = Self.id(of: type)
      if let metadata = EnumMetadata(State.self) {
        find = { ID(tag: metadata.tag(of: $0), id: id($0)) }
      } else if RuntimeMetadata.isKnown {
        find = { ID(tag: 0, id: id($0)) }
      } else {
        find = { ID(tag: 0, id: MirroredID(name: Self.mirroredID(at: $0)?.name, id: id($0))) }
      }
    } else if let metadata = EnumMetadata(State.self) {
      find = Self.identity(by: metadata)
    } else if !RuntimeMetadata.isKnown {
      find = { ID(tag: 0, id: Self.mirroredID(at: $0).map { AnyHashable($0) }) }
    } else {
      find = nil
    }
    isNeeded = find != nil
  }

  /// Identifies the values of an enum that is not `Identifiable`; `nil` if all are the same child.
  private static func identity(by metadata: EnumMetadata) -> ((UnsafeRawPointer) -> ID)? {
    let ids = (0..<metadata.caseCount).map { tag in
      metadata.payload(ofCase: tag).flatMap { payload in
        (payload.type as? any Identifiable.Type).map {
          (id: Self.id(of: $0), boxOffset: payload.boxOffset)
        }
      }
    }
    guard ids.count > 1 || ids.contains(where: { $0 != nil }) else { return nil }
    return { state in
      let tag = metadata.tag(of: state)
      guard tag < ids.count, let payload = ids[tag] else { return ID(tag: tag, id: nil) }
      return metadata.withPayload(ofValueAt: state, boxOffset: payload.boxOffset) {
        ID(tag: tag, id: payload.id($0))
      }
    }
  }

  /// The identity of the child, or `nil` if all states belong to the same child.
  @usableFromInline
  func callAsFunction(_ state: UnsafePointer<State>) -> ID? {
    find?(state)
  }

  /// The identity of an optional child in memory: `nil` without a child, and an optional id
  /// otherwise.
  @usableFromInline
  func callAsFunction(ofOptionalAt state: UnsafeRawPointer) -> ID?? {
    guard let tag else { return readID(ofOptionalAt: state) }
    return tag.hasValue(state) ? .some(find?(state)) : nil
  }

  // Not inlined: a function looks up all types it needs when it is entered.
  @inline(never)
  private func readID(ofOptionalAt state: UnsafeRawPointer) -> ID?? {
    let optional = UnsafeMutableRawPointer(mutating: state).assumingMemoryBound(to: State?.self)
    return Optional.withPayload(at: optional) { find?(UnsafeRawPointer($0)) }
  }

  private struct MirroredID: Hashable {
    let name: String?
    let id: AnyHashable?
  }

  /// The case of an enum's value and the id of its payload, by reflection.
  private static func mirroredID(at state: UnsafeRawPointer) -> MirroredID? {
    guard let found = MirroredCase(state.assumingMemoryBound(to: State.self).pointee) else {
      return nil
    }
    func id(of child: some Identifiable) -> AnyHashable { AnyHashable(child.id) }
    return MirroredID(name: found.name, id: (found.payload as? any Identifiable).map { id(of: $0) })
  }

  private static func id<Child: Identifiable>(
    of _: Child.Type
  ) -> (UnsafeRawPointer) -> AnyHashable {
    { AnyHashable($0.assumingMemoryBound(to: Child.self).pointee.id) }
  }
}

/// The identity of one child among the children of its type.
@usableFromInline
struct ChildID: Equatable {
  let tag: Int
  let id: AnyHashable?
}
