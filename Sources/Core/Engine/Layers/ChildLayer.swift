/// What a layer finds out about the child that an action may be for.
@usableFromInline
struct ChildEntrance {
  private let bits: UInt

  /// The action is not for the child.
  @usableFromInline static var none: Self { Self(bits: 0) }

  /// Something is unusual: the child is absent or observed, effects of it run, it is a prompt, …
  @usableFromInline static var unusual: Self { Self(bits: 1) }

  /// The child's state is at an address, and its action where the layer was told to put it.
  @usableFromInline
  static func child(_ state: UnsafeMutableRawPointer) -> Self {
    Self(bits: UInt(bitPattern: state))
  }

  /// The address of the child's state, if it is to reduce its action.
  var child: UnsafeMutableRawPointer? {
    @inline(__always) get { bits > 1 ? UnsafeMutableRawPointer(bitPattern: bits) : nil }
  }

  var isUnusual: Bool {
    @inline(__always) get { bits == 1 }
  }
}

/// How a ``ChildLayer`` gets to its child: functions that know the types of the feature.
@usableFromInline
struct ChildAccess {
  /// Takes the child's action out of the parent's, and finds the child.
  ///
  /// Where it finds one, it has initialized the memory of the child's action and the note.
  /// Otherwise nothing is initialized, and nothing was changed.
  @usableFromInline typealias Entering = (
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance

  /// Undoes what was done to the parent's state on the way down, and ends the life of the note
  /// unless there is an effect.
  @usableFromInline typealias Leaving = (
    _ state: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer, _ hasEffect: Bool
  ) -> Void

  /// Runs what comes next, makes one effect of the child's and of its own, and ends the life of the
  /// note.
  @usableFromInline typealias Completing = (
    _ effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ note: UnsafeMutableRawPointer
  ) -> AnyEffectNode?

  /// The bytes that are noted on the way down.
  let noteSize: Int
  /// Ends the life of the child's action.
  let destroyAction: Destruction
  let enter: Entering
  let leave: Leaving?
  let complete: Completing

  @usableFromInline
  init(
    noteSize: Int = 0, destroyAction: @escaping Destruction, enter: @escaping Entering,
    leave: Leaving? = nil,
    complete: @escaping Completing
  ) {
    self.noteSize = noteSize
    self.destroyAction = destroyAction
    self.enter = enter
    self.leave = leave
    self.complete = complete
  }
}

/// The layer of a child that comes and goes: what an optional or a case holds, or what is
/// presented.
///
/// The child runs before its parent, as that of a ``Scope`` does, so that both are on one way. What
/// happens most of the time is here: the child is there, none of its effects run, and it returns
/// none. Everything else is done by the operator's own function, for this layer and those below.
private final class ChildLayer: ScopeLayer {
  private let access: ChildAccess
  private let all: ReducerLogic.Function

  init(
    _ access: ChildAccess, childAction: TemporaryLayout, child: ReducerLogic, next: ReducerLogic,
    all: @escaping ReducerLogic.Function
  ) {
    self.access = access
    self.all = all
    super.init(access, childAction: childAction, child: child, next: next)
  }

  override func leave(
    _ state: UnsafeMutableRawPointer, note: UnsafeMutableRawPointer, hasEffect: Bool
  ) {
    access.leave?(state, note, hasEffect)
  }

  override func reduceNext(
    afterChild effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    note: UnsafeMutableRawPointer
  ) -> AnyEffectNode? {
    access.complete(effect, state, action, note)
  }

  override func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    all(state, action)
  }
}

extension ReducerLogic {
  /// What runs for a child that comes and goes, and after it.
  ///
  /// - Parameter all: Does the same in every case, also where ``ChildAccess`` finds something
  ///   unusual.
  @usableFromInline
  init<ChildState, ChildAction, State, Action>(
    _ access: ChildAccess, child: PreparedReducer<ChildState, ChildAction>,
    next: PreparedReducer<State, Action>, all: @escaping Function
  ) {
    self.init(
      ChildLayer(
        access, childAction: TemporaryLayout(of: ChildAction.self), child: child.logic,
        next: next.logic, all: all))
  }
}
