import CompanionSupport
import Synchronization

/// Finds the write in an action, if there is one.
typealias WriteFinder<State> = (_ action: UnsafeRawPointer) -> BindingAction<State>?

extension BindableAction {
  /// Finds the write that is an action itself.
  static var writeFinder: WriteFinder<State> {
    // Looking the case up for each action would cost more than most reducers do.
    let writes = BindingCase<Self>.shared
    return { action in
      writes.usesDefault
        ? writes.extract(action) : writes.call(action.assumingMemoryBound(to: Self.self).pointee)
    }
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

/// Finds the write in an action: the payload of the case that `binding(_:)` makes.
///
/// Unchecked: the metadata lies in the program, and never changes.
final class BindingCase<Action: BindableAction>: @unchecked Sendable {
  private typealias Write = BindingAction<Action.State>

  private let metadata: EnumMetadata?
  private let payloads: [(isWrite: Bool, boxOffset: Int?)]
  private let implementation = Atomic(Implementation.unknown)

  /// How the type of actions implements `binding`. It is called until that is known.
  private enum Implementation: UInt8, AtomicRepresentable {
    case unknown, own, `default`
  }

  private init() {
    metadata = EnumMetadata(Action.self)
    payloads =
      metadata.map { metadata in
        (0..<metadata.caseCount).map { tag in
          let payload = metadata.payload(ofCase: tag)
          return (payload?.type == Write.self, payload?.boxOffset)
        }
      } ?? []
  }

  static var shared: BindingCase {
    BindingCaseTable.value(for: Action.self) { BindingCase() }
  }

  /// Whether the type leaves `binding` to the default, so that calling it is not needed.
  var usesDefault: Bool { implementation.load(ordering: .relaxed) == .default }

  /// Finds the write by the type's `binding`, and notes whether that is the default, which calls
  /// ``extractByDefault(_:)``.
  func call(_ action: Action) -> BindingAction<Action.State>? {
    let write = action.binding
    _ = implementation.compareExchange(expected: .unknown, desired: .own, ordering: .relaxed)
    return write
  }

  func extractByDefault(_ action: UnsafeRawPointer) -> BindingAction<Action.State>? {
    implementation.store(.default, ordering: .relaxed)
    return extract(action)
  }

  func extract(_ action: UnsafeRawPointer) -> BindingAction<Action.State>? {
    guard let metadata else {
      guard !RuntimeMetadata.isKnown,
        let found = MirroredCase(action.assumingMemoryBound(to: Action.self).pointee),
        let write = found.payload as? Write,
        MirroredCase(Action.binding(write))?.name == found.name
      else { return nil }
      return write
    }
    let tag = metadata.tag(of: action)
    guard tag < payloads.count, payloads[tag].isWrite else { return nil }
    let write = metadata.withPayload(ofValueAt: action, boxOffset: payloads[tag].boxOffset) {
      $0.assumingMemoryBound(to: Write.self).pointee
    }
    // Other cases may hold writes that are applied later, or not at all.
    return withUnsafePointer(to: Action.binding(write)) { metadata.tag(of: $0) == tag }
      ? write : nil
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
