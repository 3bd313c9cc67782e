extension Optional: _ObservedParts where Wrapped: _ObservedParts {
  /// The identity of the wrapped value.
  public var _$identity: _ObservedIdentity? { map(\._$identity) ?? .nothing }

  /// The same as of the wrapped value.
  public static var _$isKept: Bool { Wrapped._$isKept }

  /// The same as of the wrapped value.
  public static var _$isReplacedAsWhole: Bool { Wrapped._$isReplacedAsWhole }

  /// Whether both are `nil`, or the wrapped values are the same.
  public func _$isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (let wrapped?, let other?): wrapped._$isSame(as: other)
    case (nil, nil): true
    default: false
    }
  }

  /// Marks the wrapped value.
  public mutating func _$beginAccess() -> _ObservedAccess { self?._$beginAccess() ?? .unknown }

  /// Whether the wrapped value was added, or may have been replaced.
  public mutating func _$endAccess(_ access: _ObservedAccess) -> Bool {
    self?._$endAccess(access) ?? true
  }

  /// Records the differences in the wrapped value.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    guard let wrapped = wrapped(new) else { return }
    guard let old = self.wrapped(old) else { return Wrapped._$noteReplacement(at: wrapped) }
    Wrapped._$noteDifferences(from: old, to: wrapped)
  }

  /// Records the fields of the wrapped value.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    if let wrapped = wrapped(value) { Wrapped._$noteReplacement(at: wrapped) }
  }

  /// The wrapped value, which lies at the beginning of an optional.
  private static func wrapped(_ value: UnsafePointer<Self>) -> UnsafePointer<Wrapped>? {
    value.pointee == nil ? nil : UnsafeRawPointer(value).assumingMemoryBound(to: Wrapped.self)
  }

  /// Separates the wrapped value.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard value.pointee != nil else { return }
    Wrapped._$separate(at: UnsafeMutableRawPointer(value).assumingMemoryBound(to: Wrapped.self))
  }

  /// Lets the wrapped value keep the identity of the previous one.
  public mutating func _$succeed(_ old: Self) {
    if let old {
      self?._$succeed(old)
    } else {
      withUnsafeMutablePointer(to: &self) { Self._$separate(at: $0) }
    }
  }
}

extension PresentationState: _ObservedParts where State: _ObservedParts {
  /// The identity of the presented state.
  public var _$identity: _ObservedIdentity? { wrappedValue._$identity }

  /// The same as of the presented state.
  public static var _$isKept: Bool { State._$isKept }

  /// The same as of the presented state.
  public static var _$isReplacedAsWhole: Bool { State._$isReplacedAsWhole }

  /// Whether both present the same state, or nothing.
  public func _$isSame(as other: Self) -> Bool { wrappedValue._$isSame(as: other.wrappedValue) }

  /// Marks the presented state.
  public mutating func _$beginAccess() -> _ObservedAccess {
    isPresented ? uniqueBox().value._$beginAccess() : .unknown
  }

  /// Whether the presented state was added, or may have been replaced.
  public mutating func _$endAccess(_ access: _ObservedAccess) -> Bool {
    isPresented ? uniqueBox().value._$endAccess(access) : true
  }

  /// Records the differences in the presented state.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    withPresented(new) { new in
      guard old.pointee.isPresented else { return Optional._$noteReplacement(at: new) }
      withPresented(old) { Optional._$noteDifferences(from: $0, to: new) }
    }
  }

  /// Records the fields of the presented state.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    withPresented(value) { Optional._$noteReplacement(at: $0) }
  }

  private static func withPresented(
    _ value: UnsafePointer<Self>, _ body: (UnsafePointer<State?>) -> Void
  ) {
    guard let box = value.pointee.box, !box.isEmpty else { return }
    withUnsafePointer(to: &box.value, body)
  }

  /// Separates the presented state.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    guard value.pointee.isPresented else { return }
    let box = value.pointee.uniqueBox()
    withUnsafeMutablePointer(to: &box.value) { Optional._$separate(at: $0) }
  }

  /// Lets the presented state keep the identity of the previous one.
  public mutating func _$succeed(_ old: Self) {
    guard isPresented, box !== old.box else { return }
    uniqueBox().value._$succeed(old.wrappedValue)
  }
}
