/// Dependencies that are overridden, by their keys.
///
/// Unchecked: it is changed only while ``DependencyValues`` is its sole owner, and its values are
/// `Sendable`.
final class DependencyOverrides: @unchecked Sendable {
  private var boxes: [ObjectIdentifier: AnyObject]
  /// The defaults of all other keys, if they differ from the defaults of the process or the test.
  private(set) var defaults: DependencyDefaults?

  init(_ other: DependencyOverrides?) {
    boxes = other?.boxes ?? [:]
    defaults = other?.defaults
  }

  init(defaults: DependencyDefaults) {
    boxes = [:]
    self.defaults = defaults
  }

  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    boxes[ObjectIdentifier(key)].map {
      // A box is only ever stored for the key of its value.
      unsafeDowncast($0, to: DependencyBox<Key.Value>.self).value
    }
  }

  func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    boxes[ObjectIdentifier(key)] = DependencyBox(value)
  }

  func merge(_ other: DependencyOverrides) {
    boxes.merge(other.boxes) { _, new in new }
    defaults = other.defaults ?? defaults
  }

  func forEach(_ body: (_ key: ObjectIdentifier, _ box: AnyObject) -> Void) {
    for (key, box) in boxes { body(key, box) }
  }
}

/// The value of one dependency.
final class DependencyBox<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
