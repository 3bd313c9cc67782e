import ComposableDependencies

extension DependencyValues {
  /// Runs `operation` with the current values, or with the result of `update` on them.
  @usableFromInline
  static func provide<Result>(
    updatedBy update: ((inout Self) -> Void)?, to operation: () -> Result
  ) -> Result {
    guard let update else { return operation() }
    var values = current
    values.update(update)
    return values.provide(to: operation)
  }
}
