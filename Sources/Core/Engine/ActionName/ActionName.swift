import CompanionSupport
import Synchronization

/// Names actions by their cases, as in `child.presented.incrementButtonTapped`.
///
/// A payload is part of the name only if it is an action itself: the last element of a tuple, or a
/// payload that is an enum which is ``CasePathable`` or whose type's name ends in "Action". All
/// other payloads and their contents are left out. A ``NamedAction`` supplies its own name.
///
/// Each name is built once per case and kept until the process exits; after that, naming an action
/// only follows enum tags through a table.
@usableFromInline
package struct ActionName: @unchecked Sendable {
  // Unchecked: nodes are immutable except for the slots of child nodes, which are atomic.
  private let root: UnsafePointer<ActionNameNode>
  /// The type that names its own values, and its names, if the root has any. Holds no
  /// reference-counted value.
  @usableFromInline let named: (type: any _NamedCases.Type, names: _CaseNames)?

  /// The names of a type's values.
  package init(of action: Any.Type) {
    root = ActionNameTable.root(of: action)
    named =
      action is any NamedAction.Type
      ? nil : (action as? any _NamedCases.Type).map { ($0, CaseNameTable.names(of: $0)) }
  }

  /// The names of a case's payload, if that is an action.
  init?(ofPayload payload: Any.Type, below prefix: String) {
    guard let node = ActionNameNode(payload: payload, below: prefix) else { return nil }
    root = ActionNameNode.keep(node)
    named = nil
  }

  /// The name of the action that `address` points to, which must have the type that the names were
  /// made for.
  ///
  /// - Returns: NUL-terminated UTF-8 that is never freed.
  @inlinable
  @inline(__always)
  package func callAsFunction(ofValueAt address: UnsafeRawPointer) -> UnsafePointer<CChar> {
    if let named { return named.type._$name(ofValueAt: address, in: named.names) }
    return lookUp(ofValueAt: address)
  }

  /// The same name, found through runtime metadata of the enum.
  @usableFromInline
  func lookUp(ofValueAt address: UnsafeRawPointer) -> UnsafePointer<CChar> {
    ActionNameNode.name(ofValueAt: address + root.pointee.rootOffset, below: root)
  }
}

extension ActionName {
  /// A copy of a text that is never freed.
  static func keep(_ text: String) -> UnsafePointer<CChar> {
    let utf8 = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count)
    _ = UnsafeMutableBufferPointer(start: copy, count: utf8.count).initialize(from: utf8)
    return UnsafePointer(copy)
  }

  /// A name as a part of another, which may be empty.
  static func path(to name: String, below prefix: String) -> String {
    prefix.isEmpty ? name : "\(prefix).\(name)"
  }

  /// The name of one action, for messages.
  static func text<Action>(of action: Action) -> String {
    let name = ActionName(of: Action.self)
    return withUnsafePointer(to: action) { String(cString: name(ofValueAt: $0)) }
  }

  /// The name of a value's case, without its payload, for messages.
  static func caseName<Value>(of value: Value) -> String {
    guard let metadata = EnumMetadata(Value.self) else {
      let mirrored = RuntimeMetadata.isKnown ? nil : MirroredCase(value)
      return mirrored?.name ?? "\(Value.self)"
    }
    let name = withUnsafePointer(to: value) { metadata.name(ofCase: metadata.tag(of: $0)) }
    return name.map { String(cString: $0) } ?? "\(Value.self)"
  }
}

extension ActionName {
  /// Whether a payload of this type is an action, which makes its case a part of the name.
  static func isAction(_ type: Any.Type) -> Bool {
    if type is any CasePathable.Type { return !isOutcome(type) }
    let name = _typeName(type, qualified: false)
    return name.prefix { $0 != "<" }.hasSuffix("Action")
  }

  /// Optionals and results have case paths, but their cases do not describe an event.
  private static func isOutcome(_ type: Any.Type) -> Bool {
    let name = _typeName(type)
    return name.hasPrefix("Swift.") || name.hasPrefix("ComposableCore.TaskResult<")
  }
}

private enum ActionNameTable {
  private struct Root: @unchecked Sendable {
    let node: UnsafePointer<ActionNameNode>
  }

  private static let roots = ForkSafeLocked<[ObjectIdentifier: Root]>([:])

  static func root(of type: Any.Type) -> UnsafePointer<ActionNameNode> {
    roots.withLock { roots in
      let key = ObjectIdentifier(type)
      if let root = roots[key] { return root }
      let root = Root(node: ActionNameNode.keep(ActionNameNode(rootOf: type)))
      roots[key] = root
      return root
    }.node
  }
}

private enum CaseNameTable {
  private static let roots = ForkSafeLocked<[ObjectIdentifier: _CaseNames]>([:])

  static func names(of type: any _NamedCases.Type) -> _CaseNames {
    roots.withLock { roots in
      let key = ObjectIdentifier(type)
      if let names = roots[key] { return names }
      let names = _CaseNames(CaseNameNode.root(count: type._$caseCount))
      roots[key] = names
      return names
    }
  }
}

/// One step of a name: a case, and the location of the enum that the next step reads.
///
/// Nodes are plain memory that is never freed, so following them touches no reference count.
private struct ActionNameNode {
  typealias Slot = Atomic<UnsafePointer<ActionNameNode>?>

  let text: UnsafePointer<CChar>
  /// The enum that the next step of the name comes from.
  private let next: EnumMetadata?
  /// The offset of that enum's value within the payload of this node's case.
  private let offset: Int
  /// The offset of the payload within its box, for an indirect case.
  private let boxOffset: Int?
  /// One slot per case of `next`, each filled at most once. Non-nil exactly where `next` is.
  private let children: UnsafeMutablePointer<Slot>?
  /// For a root node: the offset of the enum within the named values.
  fileprivate var rootOffset = 0
  /// Returns the name that a value gives itself, if its type has names of its own, instead of
  /// following an enum.
  private let ownName: ((UnsafeRawPointer) -> UnsafePointer<CChar>)?

  /// The limit for a recursive action type, whose names would otherwise never end.
  private static let maximumDepth = 24

  init(rootOf type: Any.Type) {
    ownName =
      (type as? any NamedAction.Type).map { OwnNames.function(of: $0, below: "") }
      ?? (RuntimeMetadata.isKnown ? nil : OwnNames.function(mirroring: type, below: ""))
    next = ownName == nil ? EnumMetadata(type) : nil
    text = ActionName.keep(next == nil ? _typeName(type, qualified: false) : "")
    offset = 0
    boxOffset = nil
    children = Self.slots(for: next)
  }

  /// The node for the payload of a case called `prefix`; `nil` if the payload is no action.
  init?(payload: Any.Type, below prefix: String) {
    if !RuntimeMetadata.isKnown, ActionName.isAction(payload) {
      text = ActionName.keep(prefix)
      next = nil
      ownName = OwnNames.function(mirroring: payload, below: prefix)
      offset = 0
      boxOffset = nil
      children = nil
      return
    }
    guard let action = Self.action(in: payload) else { return nil }
    text = ActionName.keep(prefix)
    next = action.metadata
    ownName = action.named.map { OwnNames.function(of: $0, below: prefix) }
    offset = 0
    boxOffset = nil
    children = Self.slots(for: next)
    rootOffset = action.offset
  }

  private init(case tag: Int, of metadata: EnumMetadata, in parent: ActionNameNode) {
    let name = metadata.name(ofCase: tag).map { String(cString: $0) } ?? "case\(tag)"
    let prefix = String(cString: parent.text)
    let path = ActionName.path(to: name, below: prefix)
    text = ActionName.keep(path)
    let payload = metadata.payload(ofCase: tag)
    let action = payload.flatMap { Self.action(in: $0.type) }
    next = action?.metadata
    ownName = (action?.named).map { OwnNames.function(of: $0, below: path) }
    offset = action?.offset ?? 0
    boxOffset = payload?.boxOffset
    children = Self.slots(for: next)
  }

  static func name(
    ofValueAt value: UnsafeRawPointer, below node: UnsafePointer<ActionNameNode>, depth: Int = 0
  ) -> UnsafePointer<CChar> {
    guard let size = node.pointee.next?.size else {
      return node.pointee.ownName?(value) ?? node.pointee.text
    }
    return withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: 16) { buffer in
      name(
        ofValueAt: value, below: node, depth: depth,
        copyingTo: buffer.baseAddress.unsafelyUnwrapped, capacity: size)
    }
  }

  private static func name(
    ofValueAt value: UnsafeRawPointer, below node: UnsafePointer<ActionNameNode>, depth: Int,
    copyingTo copy: UnsafeMutableRawPointer, capacity: Int
  ) -> UnsafePointer<CChar> {
    var node = node
    var value = value
    for depth in depth..<maximumDepth {
      guard let children = node.pointee.children else { break }
      let tag = node.pointee.next.unsafelyUnwrapped.tag(of: value)
      guard tag < node.pointee.next.unsafelyUnwrapped.caseCount else { break }
      let child = children[tag].load(ordering: .acquiring) ?? makeChild(tag, of: node, in: children)
      guard child.pointee.children != nil || child.pointee.ownName != nil else {
        return child.pointee.text
      }
      // Payloads lie within the action, so a copy of the action has room for each payload in turn,
      // unless an indirect case leads to a larger one.
      let size = node.pointee.next.unsafelyUnwrapped.size
      guard size <= capacity else { return name(ofValueAt: value, below: node, depth: depth) }
      // A copy of the bytes without a retain: it is only read while the original is alive, and
      // never destroyed. It may overlap its source, the payload of the previous enum.
      copy.copyMemory(from: value, byteCount: size)
      node.pointee.next.unsafelyUnwrapped.projectPayload(copy)
      value = UnsafeRawPointer(copy)
      if let boxOffset = child.pointee.boxOffset {
        value = value.load(as: UnsafeRawPointer.self) + boxOffset
      }
      value += child.pointee.offset
      if let ownName = child.pointee.ownName { return ownName(value) }
      node = child
    }
    return node.pointee.text
  }

  @inline(never)
  private static func makeChild(
    _ tag: Int, of parent: UnsafePointer<ActionNameNode>, in slots: UnsafeMutablePointer<Slot>
  ) -> UnsafePointer<ActionNameNode> {
    NameGrowth.node(in: slots + tag) {
      keep(
        ActionNameNode(
          case: tag, of: parent.pointee.next.unsafelyUnwrapped, in: parent.pointee))
    }
  }

  static func keep(_ node: ActionNameNode) -> UnsafePointer<ActionNameNode> {
    let memory = UnsafeMutablePointer<ActionNameNode>.allocate(capacity: 1)
    memory.initialize(to: node)
    return UnsafePointer(memory)
  }

  /// The action in a payload: an enum, or a value that names itself.
  private struct Content {
    var metadata: EnumMetadata?
    var named: (any NamedAction.Type)?
    var offset: Int
  }

  /// The action within a payload, if there is one: the payload itself, or the last action in a
  /// tuple.
  private static func action(in payload: Any.Type) -> Content? {
    guard EnumMetadata(payload) == nil, let tuple = TupleMetadata(payload) else {
      return content(payload, offset: 0)
    }
    return tuple.elements.reversed().lazy.compactMap { content($0.type, offset: $0.offset) }.first
  }

  private static func content(_ type: Any.Type, offset: Int) -> Content? {
    if let named = type as? any NamedAction.Type { return Content(named: named, offset: offset) }
    guard let metadata = EnumMetadata(type), ActionName.isAction(type) else {
      return nil
    }
    return Content(metadata: metadata, offset: offset)
  }

  private static func slots(for metadata: EnumMetadata?) -> UnsafeMutablePointer<Slot>? {
    guard let metadata else { return nil }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: metadata.caseCount)
    for index in 0..<metadata.caseCount { (slots + index).initialize(to: Slot(nil)) }
    return slots
  }
}
