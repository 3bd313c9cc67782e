import CustomDump
public import Dispatch

/// The output of `_printChanges(_:)` for an action.
///
/// ```swift
/// extension _ReducerPrinter {
///   static var logger: Self {
///     Self { action, oldState, newState in
///       logger.debug("\(action)")
///     }
///   }
/// }
/// ```
public struct _ReducerPrinter<State, Action>: Sendable {
  private let _printChange: @Sendable (Action, State, State) -> Void
  private let queue: DispatchQueue?

  /// A printer of your own.
  ///
  /// - Parameters:
  ///   - printChange: Prints an action, with the states before and after it.
  ///   - queue: Where to print. Without a queue an action is printed before `send` returns, so that
  ///     the output is in order with what the program prints itself, and complete when it exits.
  public init(
    printChange:
      @escaping @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void,
    queue: DispatchQueue? = nil
  ) {
    _printChange = printChange
    self.queue = queue
  }

  /// Prints an action synchronously.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    _printChange(receivedAction, oldState, newState)
  }

  /// Prints an action on the queue of the printer.
  ///
  /// - Parameter step: The changes of shared values by the action.
  func print(
    _ action: Action, from oldState: State, to newState: State, shared step: SharedStep
  ) {
    let change = UncheckedSendable((action, oldState, newState))
    let print = { @Sendable in
      let (action, oldState, newState) = change.value
      guard !step.changes.isEmpty else { return _printChange(action, oldState, newState) }
      SharedPerspective.comparing(step.before, step.after).run {
        _printChange(action, oldState, newState)
      }
    }
    guard let queue else { return print() }
    queue.async(execute: print)
  }
}

extension _ReducerPrinter {
  /// Prints actions with their payloads and the differences in the state, to standard output.
  public static var customDump: Self {
    customDump { Swift.print($0) }
  }

  /// Prints the names of actions, without payloads and states, to standard output.
  public static var actionLabels: Self {
    actionLabels { Swift.print($0) }
  }

  /// The printer of `debug(_:)`.
  static func debug(
    _ prefix: String, to write: @escaping @Sendable (String) -> Void
  ) -> Self {
    customDump { write(prefix.isEmpty ? $0 : "\(prefix): \($0)") }
  }

  static func customDump(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, oldState, newState in
      var text = "received action:\n"
      CustomDump.customDump(action, to: &text, indent: 2)
      text += "\n"
      text += diff(oldState, newState).map { "\($0)\n" } ?? "  (No state changes)\n"
      write(text)
    }
  }

  static func actionLabels(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, _, _ in
      write("received action: \(ActionName.text(of: action))")
    }
  }
}
