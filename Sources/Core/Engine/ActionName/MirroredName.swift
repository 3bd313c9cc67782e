/// Names actions by reflection, on platforms where the layout of runtime metadata is unknown.
enum MirroredName {
  private static let maximumDepth = 24

  /// The name of an action: its case, followed by the name of the action in its payload.
  static func text(of action: Any) -> String {
    var parts: [String] = []
    var current: Any? = action
    while let action = current, parts.count < maximumDepth {
      if let named = action as? any NamedAction {
        parts.append(named.actionName.description)
        break
      }
      guard let found = MirroredCase(action) else { break }
      parts.append(found.name)
      current = found.payload.flatMap(self.action)
    }
    return parts.isEmpty
      ? _typeName(type(of: action), qualified: false) : parts.joined(separator: ".")
  }

  /// The action within a payload, if there is one: the payload itself, or the last action in a
  /// tuple.
  private static func action(in payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return isAction(payload) ? payload : nil }
    return mirror.children.map(\.value).last(where: isAction)
  }

  private static func isAction(_ value: Any) -> Bool {
    if value is any NamedAction { return true }
    return MirroredCase(value) != nil && ActionName.isAction(type(of: value))
  }
}
