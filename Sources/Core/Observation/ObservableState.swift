import CCore
public import Observation

/// A feature's state whose observers are notified of changes to the fields they read, and of no
/// others.
///
/// The macro `@ObservableState` writes the conformance:
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   var query = ""
///   var results: [String] = []
/// }
/// ```
///
/// State stays a value: it is copied, compared and encoded as without the macro. Observers of
/// `store.query` are notified after an action that changed the value, and observers of a state
/// outside of stores at once. A change of a copy that was taken out of a store does not change
/// the store, and notifies no observer.
public protocol ObservableState: Observable, _ObservedParts {
  /// Identifies this state. A copy has the id of the original until it is changed outside of a
  /// reducer.
  var _$id: ObservableStateID { get }

  /// Called before the whole state is replaced by one with the same id.
  mutating func _$willModify()

  /// The description of the first observed property for which a function returns `true`: its
  /// offset, and the key that its observers are registered under.
  ///
  /// - Parameter isSought: Receives the key path and the key of each observed property.
  static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty?

  /// The offset of the id in memory, for a struct.
  static var _$idOffset: Int? { get }
}

extension ObservableState {
  /// Notifies the observers of all fields once the current action is done.
  public mutating func _$willModify() {
    ObservedFields.noteReplacement(
      of: ObservedFields.location(of: _$id, Self.self), Self.self)
  }

  /// No property is described.
  public static func _$property(
    where isSought: (PartialKeyPath<Self>, UInt32) -> Bool
  ) -> _ObservedProperty? { nil }

  /// No offset is known.
  public static var _$idOffset: Int? { nil }
}

/// A property of an ``ObservableState`` that is observed on its own.
public struct _ObservedProperty: Sendable {
  /// The key that identifies the property.
  public let field: UInt32
  /// The offset of the value within the state.
  public let offset: Int?
  /// The offset of the state's id within the state.
  public let idOffset: Int?

  /// Describes a property.
  public init(field: UInt32, offset: Int?, idOffset: Int?) {
    self.field = field
    self.offset = offset
    self.idOffset = idOffset
  }
}

/// The identity of an ``ObservableState``: a struct's is assigned when it is created, an enum's
/// consists of its case and of the identity of the payload.
public struct ObservableStateID: Hashable, Sendable {
  /// The id of the struct; for an enum, the id of its payload.
  @usableFromInline let location: UInt64
  /// The cases that lead to it.
  @usableFromInline let cases: UInt64

  @inlinable
  init(location: UInt64, cases: UInt64 = 0) {
    self.location = location
    self.cases = cases
  }

  /// An id that no other state has.
  public init() {
    self.init(location: ObservationStateRegistrar.makeID())
  }

  /// The id of an observable payload.
  public static func _$id<State: ObservableState>(for state: State) -> Self {
    state._$id
  }

  /// The id of a payload of plain bytes: a digest of them. Not of other types, whose `hash(into:)`
  /// may leave out a difference.
  @_disfavoredOverload
  public static func _$id<Value: BitwiseCopyable>(for value: Value) -> Self {
    withUnsafeBytes(of: value) { bytes in
      var hasher = Hasher()
      hasher.combine(bytes: bytes)
      return Self(location: 0, cases: UInt64(bitPattern: Int64(hasher.finalize())))
    }
  }

  /// The id of a text: a digest of it.
  public static func _$id(for value: String) -> Self {
    Self(location: 0, cases: UInt64(bitPattern: Int64(value.hashValue)))
  }

  /// The id of a payload without an identity: a new one each time, as the payload may have changed.
  @_disfavoredOverload
  public static func _$id<Value>(for value: Value) -> Self {
    Self(location: 0, cases: ObservationStateRegistrar.makeID())
  }

  /// The id of a case without a payload.
  public static var _$inert: Self { Self(location: 0) }

  /// The id of an enum whose case has the given number and this id's payload.
  public func _$tag(_ tag: Int) -> Self {
    Self(location: location, cases: cases &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(tag) &+ 1)
  }
}
