import Synchronization

/// An enum that tells its own case, and what it holds, without a look at the runtime's metadata.
///
/// The macro `@CasePathable` writes the conformance, for the names that `.signpost()` records.
public protocol _NamedCases {
  /// How many cases there are.
  static var _$caseCount: Int { get }
  /// The name of a value, which is the way to its case from where `names` begins.
  static func _$name(of value: Self, in names: _CaseNames) -> UnsafePointer<CChar>
}

/// The names below one case, made when they are first asked for, and kept for the life of the process.
public struct _CaseNames: @unchecked Sendable {
  // Unchecked: nodes are never changed, but for the slots for further nodes, which are atomic.
  @usableFromInline let node: UnsafePointer<CaseNameNode>

  init(_ node: UnsafePointer<CaseNameNode>) {
    self.node = node
  }

  /// The name of a case that holds nothing.
  @inlinable
  @inline(__always)
  public func name(case index: Int, _ name: StaticString) -> UnsafePointer<CChar> {
    child(index, name) { CaseNameNode(name, in: node) }.pointee.text
  }

  /// The name of a case that holds an enum with names of its own.
  @inlinable
  @inline(__always)
  public func name<Payload: _NamedCases>(
    case index: Int, _ name: StaticString, _ payload: Payload
  ) -> UnsafePointer<CChar> {
    let child = child(index, name) {
      CaseNameNode(name, in: node, count: Payload._$caseCount)
    }
    guard child.pointee.children != nil else { return child.pointee.text }
    return Payload._$name(of: payload, in: _CaseNames(known: child))
  }

  /// The name of a case that holds something else, which may be an action all the same.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func name<Payload>(
    case index: Int, _ name: StaticString, _ payload: Payload
  ) -> UnsafePointer<CChar> {
    let child = child(index, name) {
      CaseNameNode(name, in: node, payload: Payload.self)
    }
    guard let names = child.pointee.payloadNames else { return child.pointee.text }
    return withUnsafePointer(to: payload) { names(ofValueAt: $0) }
  }

  @inlinable
  init(known node: UnsafePointer<CaseNameNode>) {
    self.node = node
  }

  @inlinable
  @inline(__always)
  func child(
    _ index: Int, _ name: StaticString, _ make: () -> CaseNameNode
  ) -> UnsafePointer<CaseNameNode> {
    node.pointee.known(index) ?? node.pointee.keep(make(), at: index)
  }
}

/// One case on the way to a name. Plain memory that is never freed: following it counts no references.
@usableFromInline
struct CaseNameNode {
  @usableFromInline typealias Slot = Atomic<UnsafePointer<CaseNameNode>?>

  @usableFromInline let text: UnsafePointer<CChar>
  /// One for each case of the enum that this case holds.
  @usableFromInline let children: UnsafeMutablePointer<Slot>?
  /// The names of what this case holds, where that has to be looked up in the runtime's metadata.
  @usableFromInline let payloadNames: ActionName?

  /// An action that refers to itself without end has a name that ends.
  private let depth: Int
  private static let maximumDepth = 24

  init(rootOf count: Int) {
    text = ActionName.keep("")
    children = Self.slots(count)
    payloadNames = nil
    depth = 0
  }

  @usableFromInline
  init(_ name: StaticString, in parent: UnsafePointer<CaseNameNode>, count: Int = 0) {
    text = ActionName.keep(Self.joined(parent, name))
    depth = parent.pointee.depth + 1
    children = depth < Self.maximumDepth ? Self.slots(count) : nil
    payloadNames = nil
  }

  @usableFromInline
  init(_ name: StaticString, in parent: UnsafePointer<CaseNameNode>, payload: Any.Type) {
    let text = Self.joined(parent, name)
    self.text = ActionName.keep(text)
    depth = parent.pointee.depth + 1
    children = nil
    payloadNames =
      depth < Self.maximumDepth ? ActionName(ofPayload: payload, below: text) : nil
  }

  private static func joined(_ parent: UnsafePointer<CaseNameNode>, _ name: StaticString) -> String
  {
    let prefix = String(cString: parent.pointee.text)
    return prefix.isEmpty ? "\(name)" : "\(prefix).\(name)"
  }

  private static func slots(_ count: Int) -> UnsafeMutablePointer<Slot>? {
    guard count > 0 else { return nil }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Slot(nil)) }
    return slots
  }

  @inlinable
  @inline(__always)
  func known(_ index: Int) -> UnsafePointer<CaseNameNode>? {
    children.unsafelyUnwrapped[index].load(ordering: .acquiring)
  }

  @inline(never)
  @usableFromInline
  func keep(_ child: CaseNameNode, at index: Int) -> UnsafePointer<CaseNameNode> {
    let node = child.kept()
    // Where another thread was faster, this node stays unused.
    let (exchanged, original) = children.unsafelyUnwrapped[index].compareExchange(
      expected: nil, desired: node, ordering: .acquiringAndReleasing)
    return exchanged ? node : original ?? node
  }

  func kept() -> UnsafePointer<CaseNameNode> {
    let memory = UnsafeMutablePointer<CaseNameNode>.allocate(capacity: 1)
    memory.initialize(to: self)
    return UnsafePointer(memory)
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
