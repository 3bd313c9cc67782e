import Benchmark

let benchmarks: @Sendable () -> Void = {
  // Allocations and instructions are counted by Bench, which can do so exactly.
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], scalingFactor: .kilo)
  for operation in PreparedOperation.all {
    var benchmark: Benchmark?
    benchmark = Benchmark(
      operation.name, configuration: configuration,
      closure: { await operation.perform(count: $0.scaledIterations.count) },
      setup: {
        // A change to the main actor is part of each measurement, and takes some microseconds.
        if await operation.isQuick() { benchmark?.configuration.scalingFactor = .mega }
      })
  }
}
