/// Where the properties of a state are stored.
///
/// The properties of an ``ObservableState`` are computed as far as a key path tells. Their macro knows
/// where their values are.
@usableFromInline
enum StateLayout {
  /// The offset of a property that is stored.
  @usableFromInline
  static func offset<Root, Value>(of keyPath: KeyPath<Root, Value>) -> Int? {
    MemoryLayout<Root>.offset(of: keyPath) ?? property(at: keyPath)?.offset
  }

  /// What the macro knows of a property.
  @usableFromInline
  static func property<Root>(at keyPath: PartialKeyPath<Root>) -> _ObservedProperty? {
    (Root.self as? any ObservableState.Type).flatMap { property($0, at: keyPath) }
  }

  private static func property<State: ObservableState>(
    _: State.Type, at keyPath: AnyKeyPath
  ) -> _ObservedProperty? {
    (keyPath as? PartialKeyPath<State>).flatMap(State._$property)
  }
}
