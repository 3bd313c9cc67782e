/// The case of an action with the labels of its payload, as in
/// `Feature.Action.child(.presented(.saved(_:, at:)))`.
///
/// For a `CustomDebugStringConvertible` value, its own description.
///
/// - Parameters:
///   - value: The action.
///   - abbreviated: Whether the type of the action is left out.
@_spi(Internals)
public func debugCaseOutput(_ value: Any, abbreviated: Bool = false) -> String {
  if let value = value as? any CustomDebugStringConvertible { return value.debugDescription }
  let type = abbreviated ? "" : TypeName(type(of: value)).text
  return type + labels(of: value)
}

private func labels(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .enum:
    guard let payload = mirror.children.first else { return ".\(value)" }
    let content = labels(of: payload.value)
    return ".\(payload.label ?? "")\(content.isEmpty ? "" : "(\(content))")"
  case .tuple:
    return mirror.children.map { label, value in
      // Unlabelled elements have their positions as labels.
      let name = label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_"
      let content = labels(of: value)
      return content.isEmpty ? "\(name):" : "\(name): \(content)"
    }.joined(separator: ", ")
  default:
    return ""
  }
}

/// The name of a type without its module, its generic arguments and the function that it is
/// declared in.
private struct TypeName {
  let text: String

  init(_ type: Any.Type) {
    let name = String(reflecting: type)
      .replacing(#/<.+>/#, with: "")
      .replacing(#/\(unknown context at \$[0-9a-f]+\)/#, with: "")
    text = name.split(separator: ".").dropFirst().joined(separator: ".")
  }
}
