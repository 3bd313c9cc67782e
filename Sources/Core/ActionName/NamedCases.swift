import Synchronization

/// An enum that tells its own case, and what it holds, without a look at the runtime's metadata.
///
/// The macro `@CasePathable` writes the conformance, for the names that `.signpost()` records.
public protocol _NamedCases {
  /// How many cases there are.
  static var _$caseCount: Int { get }
  /// The name of a value, which is the way to its case from where `names` begins.
  static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar>
  /// The name of the value at an address. A requirement, so that each enum has its own version of the
  /// default, for which the compiler knows the type.
  static func _$name(
    ofValueAt address: UnsafeRawPointer, in names: _CaseNames
  ) -> UnsafePointer<CChar>
}

extension _NamedCases {
  /// The name of the value at an address.
  @inlinable
  public static func _$name(
    ofValueAt address: UnsafeRawPointer, in names: _CaseNames
  ) -> UnsafePointer<CChar> {
    _$name(of: address.assumingMemoryBound(to: Self.self).pointee, in: names)
  }
}

/// The names below one case, made when they are first asked for, and kept for the life of the process.
public struct _CaseNames: @unchecked Sendable {
  // Unchecked: nodes are never changed, but for the slots for further nodes, which are atomic.
  @usableFromInline let node: UnsafePointer<CaseNameNode>

  @usableFromInline
  init(_ node: UnsafePointer<CaseNameNode>) {
    self.node = node
  }

  /// The name of a case that holds nothing.
  @inlinable
  @inline(__always)
  public func name(case index: Int, _ name: StaticString) -> UnsafePointer<CChar> {
    (CaseNameNode.child(index, of: node) ?? CaseNameNode.makeChild(index, name, of: node, count: 0))
      .pointee.text
  }

  /// The name of a case that holds an enum with names of its own.
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

  /// The name of a case that holds something else, which may be an action all the same.
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

  /// Apart, as it has the payload take up room on the stack, for which all other cases would pay.
  @inlinable
  @inline(never)
  static func name<Payload>(
    of payload: Payload, _ names: UnsafePointer<ActionName>
  ) -> UnsafePointer<CChar> {
    withUnsafePointer(to: payload) { names.pointee(ofValueAt: $0) }
  }
}

/// One case on the way to a name. Plain memory that is never freed: following it counts no references.
/// It is followed by one slot for each case of the enum that it holds, so that the way to the next
/// node is one step.
@usableFromInline
struct CaseNameNode {
  @usableFromInline typealias Slot = Atomic<UnsafePointer<CaseNameNode>?>

  @usableFromInline let text: UnsafePointer<CChar>
  @usableFromInline let hasChildren: Bool
  /// The names of what this case holds, where that has to be looked up in the runtime's metadata.
  @usableFromInline let payloadNames: UnsafePointer<ActionName>?
  private let depth: Int

  /// An action that refers to itself without end has a name that ends.
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

  /// The node that the names of an enum with `count` cases begin at.
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

  /// Makes the node of a case that holds nothing, or an enum with `count` cases.
  @inline(never)
  @usableFromInline
  static func makeChild(
    _ index: Int, _ name: StaticString, of parent: UnsafePointer<CaseNameNode>, count: Int
  ) -> UnsafePointer<CaseNameNode> {
    let depth = parent.pointee.depth + 1
    let count = depth < maximumDepth ? count : 0
    let node = CaseNameNode(
      text: ActionName.keep(joined(parent, name)), hasChildren: count > 0, depth: depth)
    return publish(keep(node, count: count), index, of: parent)
  }

  /// Makes the node of a case that holds an enum with names, or one that says itself what it is called.
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

  /// Makes the node of a case that holds something whose names, if any, are not known here.
  @inline(never)
  @usableFromInline
  static func makeChild(
    _ index: Int, _ name: StaticString, of parent: UnsafePointer<CaseNameNode>, payload: Any.Type
  ) -> UnsafePointer<CaseNameNode> {
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
    return publish(keep(node, count: 0), index, of: parent)
  }

  /// Puts a node where others find it. Where another thread was faster, this one stays unused.
  private static func publish(
    _ node: UnsafePointer<CaseNameNode>, _ index: Int, of parent: UnsafePointer<CaseNameNode>
  ) -> UnsafePointer<CaseNameNode> {
    let (exchanged, original) = slot(index, of: parent).pointee.compareExchange(
      expected: nil, desired: node, ordering: .acquiringAndReleasing)
    return exchanged ? node : original ?? node
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
  /// How many cases there are.
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
  /// How many cases there are.
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
  /// How many cases there are.
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
