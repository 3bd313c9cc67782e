extension Result {
  /// The result of asynchronous work.
  ///
  /// ```swift
  /// await send(.factResponse(Result { try await facts.fetch(count) }))
  /// ```
  ///
  /// - Parameter body: The work; an error that it throws is the failure.
  public nonisolated(nonsending) init(
    catching body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
