import CCore
import ComposableCore

/// What a wrapper calls itself and the actions it sees.
struct WrapperIdentity {
  let prefix: CStringConstant
  let names: ActionName

  init<Action>(prefix: String, _: Action.Type) {
    self.prefix = CStringConstant(prefix)
    names = ActionName(of: Action.self)
  }

  /// The name of the action at an address.
  @inline(__always)
  func name(of action: UnsafeRawPointer) -> UnsafePointer<CChar> {
    names(ofValueAt: action)
  }

  /// The id of the store whose reducer runs, 0 outside of a store.
  @inline(__always)
  static var store: UInt64 { composable_get_frame()?.pointee.store ?? 0 }
}
