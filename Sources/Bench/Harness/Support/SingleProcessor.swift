import CMachine

/// Keeps all threads of the process on one processor for a while.
///
/// The interleaving of threads is then nearly the same each time, and so are the allocations that
/// depend on it.
@MainActor
enum SingleProcessor {
  static func whilePinned<Result>(_ body: () async -> Result) async -> Result {
    let isPinned = processors_pin()
    let result = await body()
    if isPinned { processors_unpin() }
    return result
  }
}
