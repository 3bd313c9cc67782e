import CompanionSupport

/// Finds the write in an action, if there is one.
typealias WriteFinder<State> = (_ action: UnsafeRawPointer) -> BindingAction<State>?

extension BindableAction {
  /// Finds the write that is an action itself.
  static var writeFinder: WriteFinder<State> {
    // Looking the case up for each action would cost more than most reducers do.
    let writes = BindingCase<Self, State>.shared
    return writes.isKnown
      ? { writes.extract($0) } : { $0.assumingMemoryBound(to: Self.self).pointee.binding }
  }
}

extension AnyCasePath where Value: BindableAction {
  /// Finds the write that is in a case of an action.
  var writeFinder: WriteFinder<Value.State> {
    { extract(from: $0.assumingMemoryBound(to: Root.self).pointee)?.binding }
  }
}

extension PreparedReducer {
  /// Applies the writes among the actions.
  init(applying finder: @escaping WriteFinder<State>) {
    self.init(
      ReducerLogic(assigning: State.self) { state, action in
        guard let write = finder(action) else { return nil }
        write.receipt?.isApplied = true
        write.write(&state.assumingMemoryBound(to: State.self).pointee)
        return nil
      })
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
enum BindingCaseTable {
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
