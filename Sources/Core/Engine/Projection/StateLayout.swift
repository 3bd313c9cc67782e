/// The storage of a state's properties.
///
/// The key paths of an ``ObservableState`` lead to computed properties. The code of the macro
/// provides the offsets of their values.
@usableFromInline
enum StateLayout {
  /// The offset of a stored property.
  @usableFromInline
  static func offset<Root, Value>(of keyPath: KeyPath<Root, Value>) -> Int? {
    MemoryLayout<Root>.offset(of: keyPath) ?? property(at: keyPath)?.offset
  }

  /// The macro's description of a property.
  @usableFromInline
  static func property<Root>(at keyPath: PartialKeyPath<Root>) -> _ObservedProperty? {
    (Root.self as? any ObservableState.Type).flatMap { property($0, at: keyPath) }
  }

  private static func property<State: ObservableState>(
    _: State.Type, at keyPath: AnyKeyPath
  ) -> _ObservedProperty? {
    (keyPath as? PartialKeyPath<State>).flatMap { sought in
      State._$property { path, _ in path == sought }
    }
  }
}
