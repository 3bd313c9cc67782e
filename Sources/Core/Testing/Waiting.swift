/// Waits for a condition.
///
/// It polls, because the condition depends on tasks of the user, which send no notification. On a
/// busy machine the time may be up after a few attempts, so there are a hundred attempts at least.
///
/// - Returns: Whether the condition was fulfilled in time.
@discardableResult
package nonisolated(nonsending) func wait(atMost timeout: Duration, until condition: () -> Bool)
  async -> Bool
{
  guard !condition() else { return true }
  if let run = ExploredRun.current {
    await run.becomeIdle()
    return condition()
  }
  let clock = ContinuousClock()
  let deadline = clock.now + timeout
  var turns = 0
  repeat {
    guard !Task.isCancelled, clock.now < deadline || turns < 100 else { return false }
    turns += 1
    if turns < 20 {
      await Task.yield()
    } else {
      try? await clock.sleep(for: .milliseconds(1))
    }
  } while !condition()
  return true
}
