import CLTTng
import CCore
import ComposableCore
import CustomDump

/// Computes the changes that actions make to the state of a wrapped reducer.
struct StateDiffer {
  private let copyState: (UnsafeRawPointer) -> AnyObject
  private let describe: (AnyObject, UnsafeRawPointer) -> String?

  /// - Returns: `nil` if nothing is to be recorded.
  init?<State>(_ option: SignpostStateDiff, of _: State.Type) {
    let difference: (State, State) -> String?
    switch option.content {
    case .none:
      return nil
    case .properties:
      difference = { ChangedProperties(from: $0, to: $1).text }
    case .full:
      difference = { diff($0, $1) }
    }
    copyState = { StateCopy($0.assumingMemoryBound(to: State.self).pointee) }
    describe = { [limit = option.limit] copy, state in
      difference(
        unsafeDowncast(copy, to: StateCopy<State>.self).state,
        state.assumingMemoryBound(to: State.self).pointee
      )
      .map { RecordedText.limited($0, to: limit) }
    }
  }

  /// Whether differences are recorded. Read for each recorded action.
  @inline(__always)
  static var isStateDiffObserved: Bool {
    composable_state_diff_enabled() || composable_has_listener()
  }

  /// A copy of the state in memory, for a later comparison.
  func copy(_ state: UnsafeRawPointer) -> AnyObject {
    copyState(state)
  }

  /// The differences between the copy and the state in memory; `nil` if there are none.
  func text(from copy: AnyObject, to state: UnsafeRawPointer) -> String? {
    describe(copy, state)
  }
}

private final class StateCopy<State> {
  let state: State

  init(_ state: State) {
    self.state = state
  }
}
