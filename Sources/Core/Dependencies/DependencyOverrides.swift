/// Dependencies that are overridden, by their keys.
///
/// Unchecked: it is changed only while ``DependencyValues`` is its one owner, and the values in it
/// are `Sendable`.
final class DependencyOverrides: @unchecked Sendable {
  private var boxes: [ObjectIdentifier: AnyObject]

  init(_ other: DependencyOverrides?) {
    boxes = other?.boxes ?? [:]
  }

  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    boxes[ObjectIdentifier(key)].map {
      // A box is only ever stored for the key whose value it holds.
      unsafeDowncast($0, to: DependencyBox<Key.Value>.self).value
    }
  }

  func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    boxes[ObjectIdentifier(key)] = DependencyBox(value)
  }

  func merge(_ other: DependencyOverrides) {
    boxes.merge(other.boxes) { _, new in new }
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
