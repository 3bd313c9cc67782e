import CustomDump
import Foundation

/// Values as expressions of Swift.
enum SwiftLiteral {
  /// The expression of a value, as far as reflection shows it. A value of a type without a literal
  /// is a comment with its type.
  static func text(of value: Any) -> String {
    if let known = knownText(of: value) { return known }
    let shown = (value as? any CustomDumpRepresentable)?.customDumpValue ?? value
    if type(of: shown) != type(of: value) { return text(of: shown) }
    let mirror =
      (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .enum: return enumText(value, mirror)
    case .collection, .set:
      return "[\(mirror.children.map { text(of: $0.value) }.joined(separator: ", "))]"
    case .dictionary: return dictionaryText(mirror)
    case .tuple: return "(\(arguments(mirror)))"
    case .struct: return "\(typeName(type(of: value)))(\(arguments(mirror)))"
    default: return placeholder(value)
    }
  }

  private static func knownText(of value: Any) -> String? {
    switch value {
    case let text as any StringProtocol: String(text).debugDescription
    case let text as Character: String(text).debugDescription
    case let value as Bool: "\(value)"
    case let value as any BinaryInteger: "\(value)"
    case let value as any BinaryFloatingPoint: floatText(value)
    case let date as Date: "Date(timeIntervalSince1970: \(date.timeIntervalSince1970))"
    case let id as UUID: "UUID(uuidString: \"\(id)\")!"
    case let url as URL: "URL(string: \(url.absoluteString.debugDescription))!"
    case let duration as Duration: durationText(duration)
    case let data as Data: "Data(base64Encoded: \"\(data.base64EncodedString())\")!"
    default: nil
    }
  }

  private static func floatText(_ value: any BinaryFloatingPoint) -> String {
    let number = Double(value)
    if number.isNaN { return ".nan" }
    return number.isInfinite ? number < 0 ? "-.infinity" : ".infinity" : "\(value)"
  }

  private static func durationText(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return attoseconds == 0
      ? ".seconds(\(seconds))"
      : "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  private static func enumText(_ value: Any, _ mirror: Mirror) -> String {
    guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
    let payload = Mirror(reflecting: child.value)
    let content =
      payload.displayStyle == .tuple ? arguments(payload) : text(of: child.value)
    return ".\(name)(\(content))"
  }

  private static func dictionaryText(_ mirror: Mirror) -> String {
    let pairs = mirror.children.map { child -> String in
      let parts = Mirror(reflecting: child.value).children.map { text(of: $0.value) }
      return parts.joined(separator: ": ")
    }
    return pairs.isEmpty ? "[:]" : "[\(pairs.sorted().joined(separator: ", "))]"
  }

  private static func arguments(_ mirror: Mirror) -> String {
    mirror.children.compactMap { child -> String? in
      guard let label = child.label, !label.hasPrefix(".") else { return text(of: child.value) }
      // The storage of observation, and of property wrappers.
      if label.hasPrefix("_$") { return nil }
      let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
      return "\(name): \(text(of: child.value))"
    }
    .joined(separator: ", ")
  }

  private static func placeholder(_ value: Any) -> String {
    "/* \(typeName(type(of: value))) */"
  }

  /// The name of a type without its module.
  static func typeName(_ type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".").dropFirst()
      .filter { !$0.hasPrefix("(unknown context") && !$0.hasPrefix("$") }
    return parts.isEmpty ? "\(type)" : parts.joined(separator: ".")
  }
}
