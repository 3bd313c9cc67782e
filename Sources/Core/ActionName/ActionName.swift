import Synchronization

/// Names actions by their cases, as in `child.presented.incrementButtonTapped`.
///
/// A payload is part of the name only if it is an action itself: a tuple's last element or a payload
/// that is an enum which is ``CasePathable`` or whose type's name ends in "Action". Every other
/// payload, and everything in it, is left out.
///
/// Names are built once for each case and kept for the life of the process; naming an action after
/// that means following its tags through a table.
package struct ActionName: Sendable {
  private let root: ActionNameNode

  /// The names of a type's values.
  package init(of action: Any.Type) {
    root = ActionNameTable.root(of: action)
  }

  /// The name of the action at `address`, which has to be of the type the names were made for.
  ///
  /// - Returns: NUL-terminated UTF-8 that is never freed.
  package func callAsFunction(ofValueAt address: UnsafeRawPointer) -> UnsafePointer<CChar> {
    root.name(ofValueAt: address, depth: 0)
  }
}

extension ActionName {
  /// The name of one action, for messages.
  static func text<Action>(of action: Action) -> String {
    let name = ActionName(of: Action.self)
    return withUnsafePointer(to: action) { String(cString: name(ofValueAt: $0)) }
  }
}

private enum ActionNameTable {
  private static let roots = Locked<[ObjectIdentifier: ActionNameNode]>([:])

  static func root(of type: Any.Type) -> ActionNameNode {
    roots.withLock { roots in
      let key = ObjectIdentifier(type)
      if let root = roots[key] { return root }
      let root = ActionNameNode(rootOf: type)
      roots[key] = root
      return root
    }
  }
}

/// One step of a name: a case, and where to look for the next step.
///
/// Unchecked: nodes are immutable but for the table of children, whose slots are atomic and are
/// filled at most once.
private final class ActionNameNode: @unchecked Sendable {
  typealias Slot = Atomic<UnsafeRawPointer?>

  let text: UnsafePointer<CChar>
  /// The enum that the next step of the name comes from.
  private let next: EnumMetadata?
  /// Where that enum's value lies within the payload that this node's case holds.
  private let offset: Int
  /// Where the payload lies within its box, for an indirect case.
  private let boxOffset: Int?
  private let children: UnsafeMutablePointer<Slot>?

  /// An action that refers to itself without end has a name that ends.
  private static let maximumDepth = 24

  init(rootOf type: Any.Type) {
    next = EnumMetadata(type)
    text = Self.keep(next == nil ? _typeName(type, qualified: false) : "")
    offset = 0
    boxOffset = nil
    children = Self.slots(for: next)
  }

  private init(case tag: Int, of metadata: EnumMetadata, in parent: ActionNameNode) {
    let name = metadata.name(ofCase: tag).map { String(cString: $0) } ?? "case\(tag)"
    let prefix = String(cString: parent.text)
    text = Self.keep(prefix.isEmpty ? name : "\(prefix).\(name)")
    let payload = metadata.payload(ofCase: tag)
    let action = payload.flatMap { Self.action(in: $0.type) }
    next = action?.metadata
    offset = action?.offset ?? 0
    boxOffset = payload?.boxOffset
    children = Self.slots(for: next)
  }

  func name(ofValueAt value: UnsafeRawPointer, depth: Int) -> UnsafePointer<CChar> {
    guard let next, let children, depth < Self.maximumDepth else { return text }
    let tag = next.tag(of: value)
    guard tag < next.caseCount else { return text }
    let child = child(tag, of: next, in: children)
    guard child.next != nil else { return child.text }
    // A copy of the bytes without a retain: it is looked at while the original is alive, and never
    // destroyed.
    return withUnsafeTemporaryAllocation(byteCount: next.size, alignment: 16) { buffer in
      guard let copy = buffer.baseAddress else { return child.text }
      copy.copyMemory(from: value, byteCount: next.size)
      next.projectPayload(copy)
      var payload = UnsafeRawPointer(copy)
      if let boxOffset = child.boxOffset {
        payload = payload.load(as: UnsafeRawPointer.self) + boxOffset
      }
      return child.name(ofValueAt: payload + child.offset, depth: depth + 1)
    }
  }

  private func child(
    _ tag: Int, of metadata: EnumMetadata, in slots: UnsafeMutablePointer<Slot>
  ) -> ActionNameNode {
    if let known = slots[tag].load(ordering: .acquiring) {
      return Unmanaged<ActionNameNode>.fromOpaque(known)._withUnsafeGuaranteedRef { $0 }
    }
    let node = Unmanaged.passRetained(ActionNameNode(case: tag, of: metadata, in: self))
    let (exchanged, original) = slots[tag].compareExchange(
      expected: nil, desired: UnsafeRawPointer(node.toOpaque()), ordering: .acquiringAndReleasing)
    guard !exchanged, let original else { return node.takeUnretainedValue() }
    // Another thread was faster. The loser's text is kept, as somebody may have been given it.
    node.release()
    return Unmanaged<ActionNameNode>.fromOpaque(original).takeUnretainedValue()
  }

  /// The action within a payload, if there is one: the payload itself, or the last action in a tuple.
  private static func action(in payload: Any.Type) -> (metadata: EnumMetadata, offset: Int)? {
    if let metadata = EnumMetadata(payload) {
      return isAction(payload) ? (metadata, 0) : nil
    }
    return TupleMetadata(payload)?.elements.reversed().lazy
      .compactMap { element in
        guard isAction(element.type), let metadata = EnumMetadata(element.type) else { return nil }
        return (metadata, element.offset)
      }.first
  }

  private static func isAction(_ type: Any.Type) -> Bool {
    if type is any CasePathable.Type { return true }
    let name = _typeName(type, qualified: false)
    return name.prefix { $0 != "<" }.hasSuffix("Action")
  }

  private static func slots(for metadata: EnumMetadata?) -> UnsafeMutablePointer<Slot>? {
    guard let metadata else { return nil }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: metadata.caseCount)
    for index in 0..<metadata.caseCount { (slots + index).initialize(to: Slot(nil)) }
    return slots
  }

  private static func keep(_ text: String) -> UnsafePointer<CChar> {
    let utf8 = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count)
    _ = UnsafeMutableBufferPointer(start: copy, count: utf8.count).initialize(from: utf8)
    return UnsafePointer(copy)
  }
}
