/// The case of an enum's value, found by reflection: slow, and correct as far as Swift's `Mirror`
/// is.
///
/// Used where the layout of runtime metadata is unknown.
struct MirroredCase {
  let name: String
  let payload: Any?

  /// Returns `nil` for a value that is not an enum, or has a custom mirror.
  init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let child = mirror.children.first {
      name = child.label ?? ""
      // A single payload with a label is reflected as a tuple of one element.
      let value = Mirror(reflecting: child.value)
      let isLabelled = value.displayStyle == .tuple && value.children.count == 1
      payload = isLabelled ? value.children.first?.value : child.value
    } else {
      name = String(describing: value)
      payload = nil
    }
  }
}
