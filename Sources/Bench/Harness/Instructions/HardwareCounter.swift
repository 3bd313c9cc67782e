import BenchSuites
import CMachine
import Glibc

/// The processor's own count of instructions, if the machine makes it available.
@MainActor
final class HardwareCounter {
  /// The counter of this process, to be opened before it starts any thread.
  static let ofProcess = HardwareCounter()

  private let descriptor: Int32

  /// Counts in this thread and in those that it starts from now on; nil if that is not possible.
  private init?() {
    descriptor = instructions_open()
    guard descriptor >= 0 else { return nil }
    var count: UInt64 = 0
    // Some virtual machines have the counter, but it never counts.
    guard instructions_read(descriptor, &count), count > 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    close(descriptor)
  }

  /// Subtracts the count of a number of operations from the count of twice as many; the median of a
  /// few attempts, as the processor counts an instruction again after an interrupt.
  func count(_ operation: Operation, pass: Int) async -> Instructions? {
    var found: [Double] = []
    for _ in 0..<5 {
      guard let once = await count(operation, count: pass),
        let twice = await count(operation, count: 2 * pass)
      else { return nil }
      found.append((Double(twice) - Double(once)) / Double(pass))
    }
    let counts = Summary(found)
    return Instructions(count: counts.median, range: counts.range, source: .hardware)
  }

  private func count(_ operation: Operation, count: Int) async -> UInt64? {
    await Task.yield()
    var before: UInt64 = 0
    var after: UInt64 = 0
    guard instructions_read(descriptor, &before) else { return nil }
    _ = await operation.time(count: count)
    guard instructions_read(descriptor, &after), after >= before else { return nil }
    return after - before
  }
}
