public import CustomDump
import IssueReporting

/// The optional state of a presented feature, such as a sheet, an alert or a screen.
///
/// ```swift
/// struct State {
///   @PresentationState var destination: Destination.State?
/// }
/// ```
///
/// The property is a plain optional: assign a state to present the feature, and `nil` to dismiss
/// it. Its projected value, `$destination`, is the argument of `ifLet(_:action:destination:)`. The
/// state is stored outside of its parent's, so that a feature may present itself.
@propertyWrapper
@dynamicMemberLookup
public struct PresentationState<State> {
  /// The box with the presented state; `nil`, or an empty box, if nothing is presented. A single
  /// word, as `PresentationProjection` requires.
  @usableFromInline var box: PresentationBox<State>?

  /// Presents a feature, or nothing for `nil`.
  @inlinable
  public init(wrappedValue: State?) {
    box = wrappedValue.map(PresentationBox.init)
  }

  @usableFromInline
  init(box: PresentationBox<State>?) {
    self.box = box
  }

  /// The state of the presented feature.
  @inlinable
  public var wrappedValue: State? {
    get { box?.value }
    set {
      if newValue != nil, isKnownUniquelyReferenced(&box) {
        box?.value = newValue
      } else {
        box = newValue.map(PresentationBox.init)
      }
    }
    _modify {
      let box = uniqueBox()
      defer { if box.value == nil { self.box = nil } }
      yield &box.value
    }
  }

  /// The wrapper itself.
  @inlinable
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// The presented feature if its enum is of one case, and nothing if it is of another.
  @inlinable
  public subscript<Case>(
    dynamicMember keyPath: CaseKeyPath<State, Case>
  ) -> PresentationState<Case> where State: CasePathable {
    PresentationState<Case>(
      wrappedValue: wrappedValue.flatMap { State.allCasePaths[keyPath: keyPath].extract(from: $0) })
  }

  /// A property of the presented feature's state.
  @_disfavoredOverload
  @inlinable
  public subscript<Member>(dynamicMember keyPath: KeyPath<State, Member>) -> Member? {
    wrappedValue?[keyPath: keyPath]
  }

  /// The state of the presented feature if its enum is of one case.
  ///
  /// Assigning a state replaces the state of a feature of the case, and assigning `nil` dismisses
  /// it. If a feature of another case is presented, or none, nothing changes and an issue is
  /// reported: assign to the property itself to present a feature.
  public subscript<Case>(case keyPath: CaseKeyPath<State, Case>) -> Case?
  where State: CasePathable {
    get { wrappedValue?[case: keyPath] }
    set {
      guard wrappedValue?.is(keyPath) == true else {
        reportUnrelatedCase(of: wrappedValue, State.self, "presented state")
        return
      }
      wrappedValue = newValue.map { keyPath($0) }
    }
  }

  /// Whether a feature is presented.
  @usableFromInline
  var isPresented: Bool { box?.isEmpty == false }

  /// A uniquely referenced box, whose value may be changed in place.
  @inlinable
  mutating func uniqueBox() -> PresentationBox<State> {
    if isKnownUniquelyReferenced(&box), let box { return box }
    let unique = PresentationBox(box?.value)
    box = unique
    return unique
  }
}

/// Reports a write to a case of an optional enum that is `nil` or of another case.
func reportUnrelatedCase<State>(of state: State?, _: State.Type, _ name: String) {
  reportIssue(
    """
    A case of \(name) can't be changed, as the state is \(state == nil ? "absent" : "of another case").

        Type: \(State.self)
      Actual: \(state.map { ActionName.caseName(of: $0) } ?? "nil")

    The state was left as it is. Assign a state of the whole enum to present another case.
    """)
}

/// The memory of a presented state, shared by its copies until one of them changes.
@usableFromInline
final class PresentationBox<State>: @unchecked Sendable {
  // Unchecked: it is changed only while a single `PresentationState` refers to it. Exclusive access
  // is not checked either, for the same reason.
  @exclusivity(unchecked) @usableFromInline var value: State?

  @inlinable
  init(_ value: State?) {
    self.value = value
  }

  @usableFromInline
  var isEmpty: Bool { value == nil }
}

extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal states, or nothing.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // A shared value may be another one at each of two moments.
    if lhs.box === rhs.box, !SharedPerspective.isComparing { return true }
    return lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  /// Hashes the presented state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension PresentationState: Sendable where State: Sendable {}

extension PresentationState: Encodable where State: Encodable {
  /// Encodes the presented state, or a null value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  /// Decodes a presented state, or a null value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a presented state. A missing key means that nothing is presented, as with a plain
  /// optional property.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    try decodeIfPresent(type, forKey: key) ?? PresentationState(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a presented state, and no key if nothing is presented.
  public mutating func encode<State: Encodable>(
    _ value: PresentationState<State>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension PresentationState: CustomReflectable, CustomDumpReflectable {
  /// The presented state, in the form of an optional's mirror.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }

  /// The presented state, in the form of an optional's dump.
  public var customDumpMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
