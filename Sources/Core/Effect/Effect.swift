/// Work that a reducer returns for its store to perform after an action: none, an action to send,
/// or code to run outside of the reducer, which may send actions.
///
/// ```swift
/// case .factButtonTapped:
///   state.isLoading = true
///   return .run { [count = state.count] send in
///     await send(.factResponse(try await facts.fetch(count)))
///   } catch: { error, send in
///     await send(.factFailed)
///   }
/// ```
///
/// An effect is a value: nothing happens until a store starts it.
public struct Effect<Action>: Sendable {
  /// `nil` stands for "no effect", so that the common case neither allocates nor counts references.
  @usableFromInline
  let node: EffectNode<Action>?

  @inlinable
  init(node: EffectNode<Action>?) {
    self.node = node
  }

  /// No work.
  @inlinable
  public static var none: Self { Self(node: nil) }

  @inlinable
  var isNone: Bool { node == nil }

  /// The effect without the type of its actions.
  package var erased: AnyEffectNode? { node }
}

/// The effects of the feature `R`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The kinds of effects a reducer can return.
@usableFromInline
package enum EffectKind: Sendable {
  case none, run, send, merge, concatenate, cancel
}
