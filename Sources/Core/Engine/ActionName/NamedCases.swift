import Synchronization

/// An enum that reports its own case and payload without runtime metadata.
///
/// The macro `@CasePathable` writes the conformance, for the names that `.signpost()` records.
public protocol _NamedCases {
  /// The number of cases.
  static var _$caseCount: Int { get }
  /// The name of a value, which follows its cases starting at `names`.
  static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar>
  /// The name of the value that a pointer points to. A requirement, so that each enum gets its own
  /// specialization of the default implementation.
  static func _$name(
    ofValueAt address: UnsafeRawPointer, in names: _CaseNames
  ) -> UnsafePointer<CChar>
}

extension _NamedCases {
  /// The name of the value that a pointer points to.
  @inlinable
  public static func _$name(
    ofValueAt address: UnsafeRawPointer, in names: _CaseNames
  ) -> UnsafePointer<CChar> {
    _$name(of: address.assumingMemoryBound(to: Self.self).pointee, in: names)
  }
}

/// The names below one case, made on first use and kept until the process exits.
public struct _CaseNames: @unchecked Sendable {
  // Unchecked: nodes are immutable except for the slots of child nodes, which are atomic.
  @usableFromInline let node: UnsafePointer<CaseNameNode>

  @usableFromInline
  init(_ node: UnsafePointer<CaseNameNode>) {
    self.node = node
  }

  /// The name of a case without a payload.
  @inlinable
  @inline(__always)
  public func name(case index: Int, _ name: StaticString) -> UnsafePointer<CChar> {
    (CaseNameNode.child(index, of: node) ?? CaseNameNode.makeChild(index, name, of: node, count: 0))
      .pointee.text
  }

  /// The name of a case whose payload is an enum with names of its own.
  @inlinable
  @inline(__always)
  public func name<Payload: _NamedCases>(
    case index: Int, _ name: StaticString, _ payload: Payload
  ) -> UnsafePointer<CChar> {
    let child =
      CaseNameNode.child(index, of: node)
      ?? CaseNameNode.makeChild(index, name, of: node, cases: Payload.self)
    guard child.pointee.hasChildren else {
      guard let names = child.pointee.payloadNames else { return child.pointee.text }
      return Self.name(of: payload, names)
    }
    return Payload._$name(of: payload, in: _CaseNames(child))
  }

  /// The name of a case with any other payload, which may still be an action.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func name<Payload>(
    case index: Int, _ name: StaticString, _ payload: Payload
  ) -> UnsafePointer<CChar> {
    let child =
      CaseNameNode.child(index, of: node)
      ?? CaseNameNode.makeChild(index, name, of: node, payload: Payload.self)
    guard let names = child.pointee.payloadNames else { return child.pointee.text }
    return Self.name(of: payload, names)
  }

  /// Separate, because it needs stack space for the payload, at a cost to all other cases.
  @inlinable
  @inline(never)
  static func name<Payload>(
    of payload: Payload, _ names: UnsafePointer<ActionName>
  ) -> UnsafePointer<CChar> {
    withUnsafePointer(to: payload) { names.pointee(ofValueAt: $0) }
  }
}

/// A node of the path to a name. Plain memory that is never freed, so following it touches no
/// reference count. One slot for each case of its payload enum lies behind it, so the next node is
/// one load away.
@usableFromInline
struct CaseNameNode {
  @usableFromInline typealias Slot = Atomic<UnsafePointer<CaseNameNode>?>

  @usableFromInline let text: UnsafePointer<CChar>
  @usableFromInline let hasChildren: Bool
  /// The names of this case's payload, if they have to be read from runtime metadata.
  @usableFromInline let payloadNames: UnsafePointer<ActionName>?
  private let depth: Int

  /// The limit for a recursive action type, whose names would otherwise never end.
  private static let maximumDepth = 24

  private init(
    text: UnsafePointer<CChar>, hasChildren: Bool, payloadNames: UnsafePointer<ActionName>? = nil,
    depth: Int
  ) {
    self.text = text
    self.hasChildren = hasChildren
    self.payloadNames = payloadNames
    self.depth = depth
  }

  /// The root node of the names of an enum with `count` cases.
  static func root(count: Int) -> UnsafePointer<CaseNameNode> {
    keep(CaseNameNode(text: ActionName.keep(""), hasChildren: count > 0, depth: 0), count: count)
  }

  @inlinable
  @inline(__always)
  static func child(
    _ index: Int, of node: UnsafePointer<CaseNameNode>
  ) -> UnsafePointer<CaseNameNode>? {
    slot(index, of: node).pointee.load(ordering: .acquiring)
  }

  /// Makes the node of a case whose payload is an enum with `count` cases, or that has no payload.
  @inline(never)
  @usableFromInline
  static func makeChild(
    _ index: Int, _ name: StaticString, of parent: UnsafePointer<CaseNameNode>, count: Int
  ) -> UnsafePointer<CaseNameNode> {
    let depth = parent.pointee.depth + 1
    let count = depth < maximumDepth ? count : 0
    return NameGrowth.node(in: slot(index, of: parent)) {
      let text = ActionName.keep(joined(parent, name))
      return keep(CaseNameNode(text: text, hasChildren: count > 0, depth: depth), count: count)
    }
  }

  /// Makes the node of a case whose payload is an enum with names, or names itself.
  @inline(never)
  @usableFromInline
  static func makeChild(
    _ index: Int, _ name: StaticString, of parent: UnsafePointer<CaseNameNode>,
    cases: any _NamedCases.Type
  ) -> UnsafePointer<CaseNameNode> {
    cases is any NamedAction.Type
      ? makeChild(index, name, of: parent, payload: cases)
      : makeChild(index, name, of: parent, count: cases._$caseCount)
  }

  /// Makes the node of a case whose payload has names that are not known here, if any.
  @inline(never)
  @usableFromInline
  static func makeChild(
    _ index: Int, _ name: StaticString, of parent: UnsafePointer<CaseNameNode>, payload: Any.Type
  ) -> UnsafePointer<CaseNameNode> {
    NameGrowth.node(in: slot(index, of: parent)) {
      let text = joined(parent, name)
      let depth = parent.pointee.depth + 1
      let names = depth < maximumDepth ? ActionName(ofPayload: payload, below: text) : nil
      let node = CaseNameNode(
        text: ActionName.keep(text), hasChildren: false,
        payloadNames: names.map { names in
          let memory = UnsafeMutablePointer<ActionName>.allocate(capacity: 1)
          memory.initialize(to: names)
          return UnsafePointer(memory)
        },
        depth: depth)
      return keep(node, count: 0)
    }
  }

  private static func joined(_ parent: UnsafePointer<CaseNameNode>, _ name: StaticString) -> String
  {
    ActionName.path(to: name.description, below: String(cString: parent.pointee.text))
  }

  @inlinable
  @inline(__always)
  static func slot(
    _ index: Int, of node: UnsafePointer<CaseNameNode>
  ) -> UnsafeMutablePointer<Slot> {
    UnsafeMutableRawPointer(mutating: node + 1).assumingMemoryBound(to: Slot.self) + index
  }

  private static func keep(_ node: Self, count: Int) -> UnsafePointer<CaseNameNode> {
    let size = MemoryLayout<CaseNameNode>.stride + count * MemoryLayout<Slot>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<CaseNameNode>.alignment)
    let header = memory.bindMemory(to: CaseNameNode.self, capacity: 1)
    header.initialize(to: node)
    let slots = (memory + MemoryLayout<CaseNameNode>.stride)
      .bindMemory(to: Slot.self, capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Slot(nil)) }
    return UnsafePointer(header)
  }
}

extension PresentationAction: _NamedCases where Action: _NamedCases {
  /// The number of cases.
  public static var _$caseCount: Int { 2 }

  /// The name of a value.
  @inlinable
  public static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar> {
    switch value {
    case .dismiss: names.name(case: 0, "dismiss")
    case .presented(let action): names.name(case: 1, "presented", action)
    }
  }
}

extension IdentifiedAction: _NamedCases where Action: _NamedCases {
  /// The number of cases.
  public static var _$caseCount: Int { 1 }

  /// The name of a value.
  @inlinable
  public static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar> {
    switch value {
    case .element(_, let action): names.name(case: 0, "element", action)
    }
  }
}

extension StackAction: _NamedCases where Action: _NamedCases {
  /// The number of cases.
  public static var _$caseCount: Int { 3 }

  /// The name of a value.
  @inlinable
  public static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar> {
    switch value {
    case .element(_, let action): names.name(case: 0, "element", action)
    case .popFrom: names.name(case: 1, "popFrom")
    case .push: names.name(case: 2, "push")
    }
  }
}
