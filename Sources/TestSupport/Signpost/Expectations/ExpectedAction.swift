public import Signpost
import TextTables

/// The expectation of a test about an action: at least its name.
///
/// ```swift
/// "factResponse"
/// .action("factResponse", prefix: "counter", changing: .yes, starting: [])
/// ```
///
/// `expect` does not compare omitted parts. For `expectFlow`, omitted effects and actions must not
/// occur.
public struct ExpectedAction: ExpressibleByStringLiteral, Sendable {
  let name: String
  let prefix: String?
  let change: StateChange?
  let effects: ExpectedEffects

  /// An action with any effects.
  public init(stringLiteral name: String) {
    self = .action(name)
  }

  private init(name: String, prefix: String?, change: StateChange?, effects: ExpectedEffects) {
    self.name = name
    self.prefix = prefix
    self.change = change
    self.effects = effects
  }

  /// An action.
  ///
  /// - Parameters:
  ///   - name: Its name, as recorded by any of the wrappers that it passes.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  ///   - change: Whether it changes the state; not compared if `nil`.
  ///   - effects: The effects that it starts.
  public static func action(
    _ name: String, prefix: String? = nil, changing change: StateChange? = nil,
    starting effects: ExpectedEffects = .anything
  ) -> Self {
    Self(name: name, prefix: prefix, change: change, effects: effects)
  }
}

/// The expectation of a test about the effects of an action: a list, in the order in which their
/// work begins.
///
/// ```swift
/// [.finished(sending: ["factResponse"]), .running()]
/// ```
public struct ExpectedEffects: ExpressibleByArrayLiteral, Sendable {
  /// `nil` if not compared.
  let list: [ExpectedEffect]?

  /// Exactly these effects.
  public init(arrayLiteral elements: ExpectedEffect...) {
    list = elements
  }

  private init(_ list: [ExpectedEffect]?) {
    self.list = list
  }

  /// No effect: the same as an empty list.
  public static var nothing: Self { [] }

  /// Any effects.
  public static var anything: Self { Self(nil) }
}

/// The expectation of a test about one effect: its outcome, or that it runs.
public struct ExpectedEffect: Sendable {
  /// `nil` for a running one.
  let outcome: SignpostOutcome?
  /// `nil` if not compared.
  let actions: [ExpectedAction]?

  /// An effect that finished.
  ///
  /// - Parameter actions: The actions that it sent, in order; not compared if `nil`.
  public static func finished(sending actions: [ExpectedAction]? = nil) -> Self {
    Self(outcome: .finished, actions: actions)
  }

  /// An effect that was cancelled.
  ///
  /// - Parameter actions: The actions that it sent before, in order; not compared if `nil`.
  public static func cancelled(sending actions: [ExpectedAction]? = nil) -> Self {
    Self(outcome: .cancelled, actions: actions)
  }

  /// An effect that threw an error, whether or not it was handled.
  ///
  /// - Parameter actions: The actions that it sent before and while it handled the error, in order;
  ///   not compared if `nil`.
  public static func failed(sending actions: [ExpectedAction]? = nil) -> Self {
    Self(outcome: .failed, actions: actions)
  }

  /// An effect that has begun and not ended.
  ///
  /// - Parameter actions: The actions that it has sent so far, in order; not compared if `nil`.
  public static func running(sending actions: [ExpectedAction]? = nil) -> Self {
    Self(outcome: nil, actions: actions)
  }
}

extension ExpectedAction {
  var label: String { displayName(prefix: prefix ?? "", name: name) }

  var tree: CauseTree {
    var details = [label]
    if let change { details.append(change.text ?? "state change unknown") }
    if effects.list?.isEmpty == true { details.append("no effect") }
    return CauseTree(
      line: details.joined(separator: ", "), children: effects.list?.map(\.tree) ?? [])
  }
}

extension ExpectedEffect {
  var tree: CauseTree {
    let nothing = actions?.isEmpty == true ? ", sending nothing" : ""
    return CauseTree(
      line: "effect, \(outcome.text)\(nothing)", children: actions?.map(\.tree) ?? [])
  }
}
