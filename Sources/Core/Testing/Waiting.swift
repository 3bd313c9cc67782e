/// Waits for something to happen.
///
/// It looks again and again: what it waits for happens in tasks of the user, which notify nothing.
/// On a busy machine the time may be up after a few looks, so it takes a hundred looks at least.
///
/// - Returns: Whether it happened in time.
@discardableResult
package nonisolated(nonsending) func wait(atMost timeout: Duration, until condition: () -> Bool)
  async -> Bool
{
  let clock = ContinuousClock()
  let deadline = clock.now + timeout
  var turns = 0
  while !condition() {
    guard !Task.isCancelled, clock.now < deadline || turns < 100 else { return false }
    turns += 1
    if turns < 20 {
      await Task.yield()
    } else {
      try? await clock.sleep(for: .milliseconds(1))
    }
  }
  return true
}
