import CompanionSupport
import IssueReporting

/// The functions of a case, found at run time from its constructor.
///
/// The compiler may have converted the constructor to a function that returns an optional, an
/// existential or an `AnyHashable`, or that takes a payload of another type: `(Int) -> E` for
/// `case value(Any)`.
struct CaseConstructor<Root, Value> {
  let embed: (Value) -> Root

  /// The function that extracts the payload of the case.
  func extraction() -> (Root) -> Value? {
    if let optional = Root.self as? any OptionalRoot.Type,
      let extraction = optional.extraction(of: self) as? Extraction
    {
      return extraction.function
    }
    if EnumMetadata(Root.self) != nil {
      let enumCase = EnumCase(embed)
      return { enumCase.payload(of: $0) }
    }
    return { [embed] root in
      func payload<Core>(of core: Core) -> Value? {
        // Anything may be in an existential. A type that is written out is a mistake.
        if Core.self != Root.self, EnumMetadata(Core.self) == nil,
          RuntimeMetadata.isKnown || MirroredCase(core) == nil
        {
          return nil
        }
        return EnumCase<Core, Value> { withoutWrappers(embed($0)) as? Core }.payload(of: core)
      }
      return withoutWrappers(root).flatMap { _openExistential($0, do: payload) }
    }
  }

  struct Extraction {
    let function: (Root) -> Value?
  }
}

/// Whether two values of an enum, or of a type that an enum was converted to, are of the same case.
func areOfSameCase<Root>(_ lhs: Root, _ rhs: Root) -> Bool {
  if let metadata = EnumMetadata(Root.self) {
    return withUnsafePointer(to: lhs) { lhs in
      withUnsafePointer(to: rhs) { metadata.tag(of: lhs) == metadata.tag(of: $0) }
    }
  }
  let (left, right) = (withoutWrappers(lhs), withoutWrappers(rhs))
  guard let left, let right else { return left == nil && right == nil }
  func isSame<Core>(_ left: Core) -> Bool {
    guard let right = right as? Core else { return false }
    if EnumMetadata(Core.self) != nil { return areOfSameCase(left, right) }
    guard let left = MirroredCase(left), let right = MirroredCase(right) else {
      reportNoEnum(Core.self)
      return false
    }
    return left.name == right.name
  }
  return _openExistential(left, do: isSame)
}

private func reportNoEnum(_ type: Any.Type) {
  reportIssue(
    """
    A case path was made of a function that returns a '\(type)', which is not an enum.

    Write the name of a case after the slash, as in '/AppAction.settings'.
    """)
}

/// The value within optionals, existentials and `AnyHashable`; `nil` in place of an optional that
/// is.
private func withoutWrappers(_ value: Any) -> Any? {
  func wrapped<Value>(by value: Value) -> Any? {
    if let hashable = value as? AnyHashable, Value.self == AnyHashable.self {
      return withoutWrappers(hashable.base)
    }
    // Of generic code whose type is 'Any': an existential in another.
    if Value.self == Any.self { return withoutWrappers(unsafeBitCast(value, to: Any.self)) }
    guard Value.self is any OptionalRoot.Type else { return value }
    return Mirror(reflecting: value).children.first.flatMap { withoutWrappers($0.value) }
  }
  return _openExistential(value, do: wrapped)
}

private protocol OptionalRoot {
  /// The `Extraction` of a constructor whose root is this type.
  static func extraction<Root, Value>(of constructor: CaseConstructor<Root, Value>) -> Any?
}

extension Optional: OptionalRoot {
  fileprivate static func extraction<Root, Value>(
    of constructor: CaseConstructor<Root, Value>
  ) -> Any? {
    guard let constructor = constructor as? CaseConstructor<Wrapped?, Value> else { return nil }
    let optionalCase = OptionalCase(constructor.embed)
    return CaseConstructor<Wrapped?, Value>.Extraction { $0.flatMap(optionalCase.payload(of:)) }
  }
}

/// A case of an optional enum, or `Optional.some` itself, given by its constructor.
private struct OptionalCase<Root, Value> {
  private let embed: (Value) -> Root?
  private let extract: (Root) -> Value?

  init(_ embed: @escaping (Value) -> Root?) {
    self.embed = embed
    extract = CaseConstructor<Root, Value> { value in
      guard let root = embed(value) else {
        preconditionFailure("A case path was made of a function that returned nil for a payload.")
      }
      return root
    }.extraction()
  }

  func payload(of root: Root) -> Value? {
    if Value.self == Root.self {
      let value = unsafeBitCast(root, to: Value.self)
      if isWrapped(root, by: value) { return value }
    }
    return extract(root)
  }

  /// Whether the function is `Optional.some`, rather than the case of a recursive enum.
  private func isWrapped(_ root: Root, by value: Value) -> Bool {
    guard let embedded = embed(value) else { return true }
    guard let metadata = EnumMetadata(Root.self) else {
      return RuntimeMetadata.isKnown || depth(of: embedded) == depth(of: root)
    }
    // An indirect case is stored in a box: embedding a value once more makes a new one.
    func box(of root: Root) -> UnsafeRawPointer? {
      withUnsafePointer(to: root) { root in
        guard let payload = metadata.payload(ofCase: metadata.tag(of: root)),
          let boxOffset = payload.boxOffset, TypeMetadata.isPayload(payload.type, Root.self)
        else { return nil }
        return metadata.withPayload(ofValueAt: root, boxOffset: boxOffset) { $0 }
      }
    }
    return withExtendedLifetime((root, embedded)) { box(of: embedded) == box(of: root) }
  }

  /// The depth at which values of this type are nested in a value.
  private func depth(of root: Root) -> Int {
    var (depth, root) = (0, root)
    while let inner = MirroredCase(root)?.payload, let inner = inner as? Root {
      (depth, root) = (depth + 1, inner)
    }
    return depth
  }
}

/// A case of an enum, given by its constructor.
private final class EnumCase<Root, Value> {
  /// The constructor. It returns `nil` for a payload that makes a value of another type.
  private let embed: (Value) -> Root?
  private let metadata = EnumMetadata(Root.self)
  /// The tag of the case, known after the first payload of it.
  private let tag = Locked<Int?>(nil)
  private let isReadable = TypeMetadata.isStoredAsIs(Value.self) || isSimpleFunction(Value.self)

  init(_ embed: @escaping (Value) -> Root?) {
    self.embed = embed
  }

  func payload(of root: Root) -> Value? {
    guard isReadable else {
      reportIssue(
        """
        A case path was made of a case of '\(Root.self)' whose payload is a function or a metatype, \
        or is made of one: '\(Value.self)'.

        The layout of such a payload is unknown at run time, except of functions without parameters \
        and results. Write 'AnyCasePath(embed:extract:)' instead of the slash.
        """)
      return nil
    }
    guard let metadata else { return mirroredPayload(of: root) }
    let rootTag = withUnsafePointer(to: root) { metadata.tag(of: $0) }
    if let tag = tag.withLock({ $0 }) {
      return tag == rootTag ? take(root, metadata, rootTag) : nil
    }
    // The function is only called with a payload of the right type: the case of its result shows
    // whether the value is of that case.
    guard let value = take(root, metadata, rootTag), let embedded = embed(value) else { return nil }
    let embeddedTag = withUnsafePointer(to: embedded) { metadata.tag(of: $0) }
    tag.withLock { $0 = embeddedTag }
    return embeddedTag == rootTag ? value : nil
  }

  private func mirroredPayload(of root: Root) -> Value? {
    guard !RuntimeMetadata.isKnown, let found = MirroredCase(root) else {
      reportNoEnum(Root.self)
      return nil
    }
    // In two steps: a missing payload differs from an optional payload that is `nil`.
    guard let payload = found.payload, let value = payload as? Value,
      let embedded = embed(value), MirroredCase(embedded)?.name == found.name
    else { return nil }
    return value
  }

  /// The payload of a value, if it is one for the function.
  private func take(_ root: Root, _ metadata: EnumMetadata, _ tag: Int) -> Value? {
    guard let payload = metadata.payload(ofCase: tag) else { return nil }
    guard TypeMetadata.isPayload(payload.type, Value.self) else {
      return withUnsafePointer(to: root) { root in
        metadata.withPayload(ofValueAt: root, boxOffset: payload.boxOffset) {
          convert($0, payload.type)
        }
      }
    }
    return withTemporary(Root.self) { copy in
      copy.initialize(to: root)
      metadata.projectPayload(copy)
      guard let boxOffset = payload.boxOffset else {
        return UnsafeMutableRawPointer(copy).bindMemory(to: Value.self, capacity: 1).move()
      }
      defer {
        metadata.inject(tag, into: copy)
        copy.deinitialize(count: 1)
      }
      let box = UnsafeRawPointer(copy).load(as: UnsafeRawPointer.self)
      return (box + boxOffset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  /// The payload as a value of the type that the constructor was converted to take.
  private func convert(_ payload: UnsafeRawPointer, _ type: Any.Type) -> Value? {
    guard TypeMetadata.isStoredAsIs(type) else { return nil }
    func value<Payload>(_: Payload.Type) -> Value? {
      payload.assumingMemoryBound(to: Payload.self).pointee as? Value
    }
    // The tuple of a single value with a label.
    if let elements = TupleMetadata(type)?.elements, elements.count == 1 {
      return _openExistential(elements[0].type, do: value)
    }
    return _openExistential(type, do: value)
  }
}

/// Whether a type is of functions without parameters and results, which generic code calls as all
/// other code does.
private func isSimpleFunction(_ type: Any.Type) -> Bool {
  guard RuntimeMetadata.isKnown, TypeMetadata.kind(of: type) == TypeMetadata.Kind.function else {
    return false
  }
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  let flags = metadata.load(fromByteOffset: TypeMetadata.word, as: UInt.self)
  let result = metadata.load(fromByteOffset: 2 * TypeMetadata.word, as: Any.Type.self)
  // The number of parameters, the convention, and whether there are extended flags, such as of
  // functions that throw errors of one type.
  return flags & (0xFFFF | 0xFF_0000 | 0x8000_0000) == 0 && result == Void.self
}
