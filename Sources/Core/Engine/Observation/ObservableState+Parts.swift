extension ObservableState {
  /// The id.
  public var _$identity: _ObservedIdentity? {
    let id = _$id
    return _ObservedIdentity(id.location, id.cases &+ 1)
  }

  /// Whether the ids are the same.
  public func _$isSame(as other: Self) -> Bool { _$id == other._$id }

  /// Marks the state, or the payload of an enum.
  public mutating func _$beginAccess() -> _ObservedAccess {
    guard let offset = Self._$idOffset else {
      guard let access = ObservedLayout.of(Self.self).access else { return .unknown }
      return withUnsafeMutablePointer(to: &self) { access.begin($0) }
    }
    return withUnsafeMutablePointer(to: &self) {
      _ObservedAccess(&Self.mark(of: $0, idOffset: offset).pointee)
    }
  }

  /// Whether the mark is gone.
  public mutating func _$endAccess(_ access: _ObservedAccess) -> Bool {
    guard let offset = Self._$idOffset else {
      guard let layout = ObservedLayout.of(Self.self).access else { return true }
      return withUnsafeMutablePointer(to: &self) { layout.end($0, access) }
    }
    return withUnsafeMutablePointer(to: &self) {
      access.end(&Self.mark(of: $0, idOffset: offset).pointee)
    }
  }

  private static func mark(
    of state: UnsafeMutableRawPointer, idOffset: Int
  ) -> UnsafeMutablePointer<UInt64> {
    (state + idOffset + ObservationStateRegistrar.markOffset)
      .assumingMemoryBound(to: UInt64.self)
  }

  /// Adopts the id of another state, if this is a struct.
  public mutating func _$keep(_ identity: _ObservedIdentity) {
    guard let offset = Self._$idOffset, _$id.location != identity.first else { return }
    withUnsafeMutablePointer(to: &self) { state in
      // It may be a copy of another state.
      Self._$separate(at: state)
      UnsafeMutableRawPointer(state)
        .storeBytes(of: identity.first, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Records the fields, here and in the nested states, that differ from the state before.
  public static func _$noteDifferences(
    from old: UnsafePointer<Self>, to new: UnsafePointer<Self>
  ) {
    ObservedLayout.of(Self.self).states?.noteDifferences(old, new)
  }

  /// Records the fields, here and in the nested states.
  public static func _$noteReplacement(at value: UnsafePointer<Self>) {
    ObservedLayout.of(Self.self).states?.noteReplacement(value)
  }

  /// Assigns new ids to this state, and to the states stored in it.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {
    ObservedLayout.of(Self.self).states?.separate(value)
  }

  /// Assigns new ids, unless the state is the previous one.
  public mutating func _$succeed(_ old: Self) {
    guard old._$id != _$id else { return }
    withUnsafeMutablePointer(to: &self) { Self._$separate(at: $0) }
  }
}
