import CompanionSupport

/// An action that supplies its own name for traces, logs, spans and messages.
///
/// Actions that are enums are named by their cases, as in `child.presented.incrementButtonTapped`.
/// Conform where a case name carries too little information, or where an action is not an enum:
///
/// ```swift
/// struct Command: NamedAction {
///   let opcode: Int
///   var actionName: StaticString { opcode == 0 ? "nop" : "command" }
/// }
/// ```
///
/// The name of a child's action is appended to the case that holds it, as in `child.nop`. It is a
/// static string rather than one built from values, so that the set of names stays small and
/// payloads stay out of it.
public protocol NamedAction {
  /// The name of the action.
  var actionName: StaticString { get }
}

/// The names that the actions of a type give themselves, below a case or at the root.
struct OwnNames: Sendable {
  private let prefix: String
  private let kept: KeptNames

  private final class KeptNames: Sendable {
    let names = ForkSafeLocked<[String: Address]>([:])
  }

  private struct Address: @unchecked Sendable {
    let value: UnsafePointer<CChar>
  }

  /// Returns the name of the action that a pointer points to, which must be of type `type`.
  static func function(
    of type: any NamedAction.Type, below prefix: String
  ) -> (UnsafeRawPointer) -> UnsafePointer<CChar> {
    let names = OwnNames(prefix: prefix, kept: KeptNames())
    func function<Action: NamedAction>(
      _: Action.Type
    ) -> (UnsafeRawPointer) -> UnsafePointer<CChar> {
      { names.pointer(to: $0.assumingMemoryBound(to: Action.self).pointee.actionName) }
    }
    return function(type)
  }

  /// Returns the name of the action that a pointer points to, which must be of type `type`, by
  /// reflection.
  static func function(
    mirroring type: Any.Type, below prefix: String
  ) -> (UnsafeRawPointer) -> UnsafePointer<CChar> {
    let names = OwnNames(prefix: prefix, kept: KeptNames())
    func function<Action>(_: Action.Type) -> (UnsafeRawPointer) -> UnsafePointer<CChar> {
      { names.pointer(to: MirroredName.text(of: $0.assumingMemoryBound(to: Action.self).pointee)) }
    }
    return function(type)
  }

  private func pointer(to name: StaticString) -> UnsafePointer<CChar> {
    if prefix.isEmpty, name.hasPointerRepresentation {
      return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    return pointer(to: name.description)
  }

  private func pointer(to text: String) -> UnsafePointer<CChar> {
    kept.names.withLock { names in
      if let known = names[text] { return known }
      let address = Address(value: ActionName.keep(ActionName.path(to: text, below: prefix)))
      names[text] = address
      return address
    }.value
  }
}
