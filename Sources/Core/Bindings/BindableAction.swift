/// An action that can write to a property of the state.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
public protocol BindableAction<State> {
  /// The type of the state that is written to.
  associatedtype State
  /// The write as an action of the feature.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The write, where the action is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// A write to a property.
  ///
  /// ```swift
  /// store.send(.set(\.query, "blob"))
  /// ```
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// The write, found through runtime metadata of the enum: an enum with the case `binding` need
  /// not implement this.
  public var binding: BindingAction<State>? {
    withUnsafePointer(to: self) { BindingCase<Self, State>.shared.extract($0) }
  }
}

/// Finds the write in an action.
struct BindingCase<Action, State> {
  private let metadata: EnumMetadata?
  private let payloads: [(isWrite: Bool, boxOffset: Int?)]

  private init() {
    metadata = EnumMetadata(Action.self)
    payloads =
      metadata.map { metadata in
        (0..<metadata.caseCount).map { tag in
          let payload = metadata.payload(ofCase: tag)
          return (payload?.type == BindingAction<State>.self, payload?.boxOffset)
        }
      } ?? []
  }

  /// Whether the action is an enum one of whose cases holds a write.
  var isKnown: Bool { payloads.contains(where: \.isWrite) }

  static var shared: BindingCase {
    BindingCaseTable.value(for: Action.self) { BindingCase() }
  }

  func extract(_ action: UnsafeRawPointer) -> BindingAction<State>? {
    guard let metadata else {
      guard !RuntimeMetadata.isKnown else { return nil }
      return MirroredCase(action.assumingMemoryBound(to: Action.self).pointee)?.payload
        as? BindingAction<State>
    }
    let tag = metadata.tag(of: action)
    guard tag < payloads.count, payloads[tag].isWrite else { return nil }
    return metadata.withPayload(ofValueAt: action, boxOffset: payloads[tag].boxOffset) {
      $0.assumingMemoryBound(to: BindingAction<State>.self).pointee
    }
  }
}

/// The results of looking up types of actions, kept until the process exits.
private enum BindingCaseTable {
  private static let cases = ForkSafeLocked<[ObjectIdentifier: UncheckedSendable<Any>]>([:])

  static func value<Value>(for type: Any.Type, make: () -> Value) -> Value {
    let key = ObjectIdentifier(type)
    if let known = cases.withLock({ $0[key] })?.value as? Value { return known }
    let value = make()
    let kept = UncheckedSendable<Any>(value)
    cases.withLock { $0[key] = kept }
    return value
  }
}
