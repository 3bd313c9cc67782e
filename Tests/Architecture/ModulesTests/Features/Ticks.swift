import Clocks
import ConcurrencyExtras

/// Counts the ticks of a clock.
func countTicks(of clock: some Clock<Duration>, in count: LockIsolated<Int>) async {
  for await _ in clock.timer(interval: .seconds(1)) { count.withValue { $0 += 1 } }
}
