/// The case of an enum's value, found by reflection: slow, and right wherever Swift's `Mirror` is.
///
/// What is used where the runtime's metadata is not known to be as expected.
struct MirroredCase {
  let name: String
  let payload: Any?

  /// Returns `nil` for a value that is no enum, or shows itself as something else.
  init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let child = mirror.children.first {
      name = child.label ?? ""
      // One value with a label is shown as a tuple of one element.
      let value = Mirror(reflecting: child.value)
      let isLabelled = value.displayStyle == .tuple && value.children.count == 1
      payload = isLabelled ? value.children.first?.value : child.value
    } else {
      name = String(describing: value)
      payload = nil
    }
  }
}
