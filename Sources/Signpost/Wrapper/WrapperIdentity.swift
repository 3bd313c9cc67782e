import CCore
import ComposableCore

/// The names of a wrapper and of the actions that pass it.
struct WrapperIdentity {
  let prefix: CStringConstant
  let names: ActionName

  init<Action>(prefix: String, _: Action.Type) {
    self.prefix = CStringConstant(prefix)
    names = ActionName(of: Action.self)
  }

  /// The id of the store whose reducer is running, 0 outside of a store.
  @inline(__always)
  static var store: UInt64 { composable_get_frame()?.pointee.store ?? 0 }
}
