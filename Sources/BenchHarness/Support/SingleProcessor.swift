import CMachine

/// Keeps all threads of the process on one processor for a while.
///
/// What several threads do together then happens in nearly the same order each time, and so do the
/// allocations that depend on who comes first.
@MainActor
enum SingleProcessor {
  static func whilePinned<Result>(_ body: () async -> Result) async -> Result {
    let isPinned = processors_pin()
    let result = await body()
    if isPinned { processors_unpin() }
    return result
  }
}
