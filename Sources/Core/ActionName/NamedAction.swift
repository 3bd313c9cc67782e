/// An action that says itself what it is called in traces, logs, spans and messages.
///
/// Actions that are enums are named by their cases, as in `child.presented.incrementButtonTapped`.
/// Conform where that says too little, or where an action is no enum:
///
/// ```swift
/// struct Command: NamedAction {
///   let opcode: Int
///   var actionName: StaticString { opcode == 0 ? "nop" : "command" }
/// }
/// ```
///
/// The name of a child's action stands below the case that holds it, as in `child.nop`. It is part of
/// the program's text rather than made of values, so that names stay few and payloads stay out of
/// them.
public protocol NamedAction {
  /// What the action is called.
  var actionName: StaticString { get }
}

/// The names that the actions of a type give themselves, below a case or as they are.
struct OwnNames: Sendable {
  private let prefix: String
  private let kept: KeptNames

  private final class KeptNames: Sendable {
    let names = ForkSafeLocked<[String: Address]>([:])
  }

  private struct Address: @unchecked Sendable {
    let value: UnsafePointer<CChar>
  }

  /// Asks the action at an address, which has to be of type `type`, for its name.
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

  /// Names the action at an address, which has to be of type `type`, as far as reflection tells.
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
