internal import CCore

/// The identity of a value that consists of observable states. It is made of numbers that are drawn
/// once and never used again, so identities may be compared whether their values are alive or not.
public struct _ObservedIdentity: Hashable, Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  @inlinable
  init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// The identity of an absent value, such as an optional that is `nil`.
  @inlinable
  static var nothing: Self { Self(0, 0) }
}

/// A change in place of a value that consists of observable states, while it lasts.
///
/// The value holds a mark meanwhile, a number that is used once. Copies of the value from before
/// the change do not have it: if the mark is gone afterwards, the value was replaced. A copy that
/// was made meanwhile, and has replaced the value, makes no difference: all that has changed since
/// the mark was set is recorded.
public struct _ObservedAccess {
  let mark: UInt64
  /// The mark of an enclosing change.
  let previous: UInt64

  /// The change of a value without a mark.
  static var unknown: Self { Self(mark: .max, previous: 0) }

  /// Marks a value.
  init(_ mark: inout UInt64) {
    previous = mark
    self.mark = composable_make_id()
    mark = self.mark
  }

  private init(mark: UInt64, previous: UInt64) {
    self.mark = mark
    self.previous = previous
  }

  /// Takes the mark away.
  ///
  /// - Returns: Whether it was there no longer, as the value was replaced.
  func end(_ mark: inout UInt64) -> Bool {
    guard mark == self.mark else { return true }
    mark = previous
    return false
  }
}

/// A value that consists of states with observers of their own: an ``ObservableState``, or a
/// collection of them.
///
/// A reader of such a value observes the identities and order of its states. Changes within them
/// notify only readers of the changed fields.
public protocol _ObservedParts {
  /// Identifies the states in the value; `nil` for a collection without an identity of its own.
  var _$identity: _ObservedIdentity? { get }

  /// Whether a copy is kept while a value is changed in place, and compared with it afterwards:
  /// of a collection whose elements can be replaced without a trace.
  static var _$isKept: Bool { get }

  /// Whether a new value consists of new states: not in a collection, most of whose states stay
  /// when one is added.
  static var _$isReplacedAsWhole: Bool { get }

  /// Whether both consist of the same states in the same order, whatever these contain.
  func _$isSame(as other: Self) -> Bool

  /// Prepares for a change in place.
  mutating func _$beginAccess() -> _ObservedAccess

  /// Ends a change in place.
  ///
  /// - Returns: Whether states may have been replaced as a whole meanwhile: for example by an
  ///   earlier copy of themselves.
  mutating func _$endAccess(_ access: _ObservedAccess) -> Bool

  /// Records the fields, at every level, that differ from the value before. Both are alive.
  static func _$noteDifferences(from old: UnsafePointer<Self>, to new: UnsafePointer<Self>)

  /// Records the fields at every level: the value before is gone.
  static func _$noteReplacement(at value: UnsafePointer<Self>)

  /// Gives the states new identities, which their originals do not have.
  static func _$separate(at value: UnsafeMutablePointer<Self>)

  /// Lets the states keep the identities of the previous ones if they are the same by another
  /// criterion, such as the id of an element. Gives all others new identities.
  mutating func _$succeed(_ old: Self)

  /// Gives the value, which replaces another with the same id, the identity of that one.
  mutating func _$keep(_ identity: _ObservedIdentity)
}

extension _ObservedParts {
  /// The default: the value has no identity.
  public var _$identity: _ObservedIdentity? { nil }

  /// The default: `false`.
  public static var _$isKept: Bool { false }

  /// The default: `true`.
  public static var _$isReplacedAsWhole: Bool { true }

  /// Sets no mark.
  public mutating func _$beginAccess() -> _ObservedAccess { .unknown }

  /// `true`: there is no mark.
  public mutating func _$endAccess(_ access: _ObservedAccess) -> Bool { true }

  /// Leaves the states as they are.
  public static func _$separate(at value: UnsafeMutablePointer<Self>) {}

  /// Leaves the value unchanged.
  public mutating func _$keep(_ identity: _ObservedIdentity) {}

  /// Gives the states new identities.
  public mutating func _$succeed(_ old: Self) {
    withUnsafeMutablePointer(to: &self) { Self._$separate(at: $0) }
  }
}

extension _ObservedParts {
  /// Within a reducer, lets the states keep or change their identities as successors of previous
  /// ones.
  ///
  /// - Returns: Whether the value consists of the same states for its readers, also with their new
  ///   identities.
  mutating func isSameAfterSucceeding(_ old: Self) -> Bool {
    let isSame = _$isSame(as: old)
    guard composable_get_frame() != nil else { return isSame }
    _$succeed(old)
    return isSame && _$isSame(as: old)
  }
}

/// A change in place of a field that consists of observable states.
public struct _PartsAccess<Value: _ObservedParts> {
  private let access: _ObservedAccess
  private let identity: _ObservedIdentity?
  private let kept: Value?

  init(_ value: inout Value) {
    if Value._$isKept {
      kept = value
      identity = nil
      access = .unknown
    } else {
      kept = nil
      identity = value._$identity
      access = value._$beginAccess()
    }
  }

  /// Records the changes within states that were replaced.
  ///
  /// - Returns: Whether the value consists of other states now.
  @usableFromInline
  func end(_ value: inout Value) -> Bool {
    if let kept {
      let isSame = value.isSameAfterSucceeding(kept)
      withUnsafePointer(to: kept) { kept in
        withUnsafeMutablePointer(to: &value) { Value._$noteDifferences(from: kept, to: $0) }
      }
      return !isSame
    }
    let isReplaced = value._$endAccess(access)
    let isOther = value._$identity != identity
    guard isReplaced else { return isOther }
    withUnsafeMutablePointer(to: &value) {
      if isOther, Value._$isReplacedAsWhole, composable_get_frame() != nil {
        Value._$separate(at: $0)
      }
      Value._$noteReplacement(at: $0)
    }
    // Readers of an element that is there no longer have read the collection.
    return isOther || !Value._$isReplacedAsWhole
  }
}
