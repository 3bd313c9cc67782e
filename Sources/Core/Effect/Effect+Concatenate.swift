extension Effect {
  /// Several effects, one after the other.
  ///
  /// ```swift
  /// return .concatenate(
  ///   .cancel(id: CancelID.upload),
  ///   .run { _ in await uploads.discard() },
  ///   .send(.uploadDiscarded)
  /// )
  /// ```
  ///
  /// An effect starts once the work of the previous one has ended in any way: also if it failed, or
  /// was cancelled by an id of its own. The effects of the actions that it sent are not part of its
  /// work, and not waited for. If the whole concatenation is cancelled, by an id around it or by
  /// its ``StoreTask``, effects that have not started never do.
  ///
  /// - Parameter effects: The effects, in order.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Several effects, one after the other, as `concatenate(_:)` starts them.
  ///
  /// - Parameter effects: The effects, in order.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    let nodes = effects.compactMap(\.node)
    return Self(node: nodes.count < 2 ? nodes.first : ConcatenateNode(nodes))
  }

  /// Returns the effect, followed by another once its work has ended.
  ///
  /// - Parameter other: The effect that comes after this one.
  public func concatenate(with other: Self) -> Self {
    Self.concatenate(self, other)
  }
}
