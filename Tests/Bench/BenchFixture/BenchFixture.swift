import BenchHarness
import BenchSuites
import Glibc

/// Measures operations with known figures.
///
/// `BENCH_FIXTURE` names the planted defects: words with commas between them.
@main
enum BenchFixture: BenchProgram {
  static let suites =
    [Suite.known, .memory, .async] + (plants("removed") ? [.removed] : [])
    + (plants("newcomer") ? [.newcomer] : []) + (plants("gate") ? [.gate] : [])

  static func replay(_ path: String) throws -> Suite { try Suite.replay(path) { Papers() } }

  static func plants(_ word: String) -> Bool {
    guard let words = getenv("BENCH_FIXTURE") else { return false }
    return String(cString: words).split(separator: ",").contains { $0 == word }
  }
}

private final class Box {
  var value = 0
}

/// Values that are written here cannot be optimised away.
@MainActor private var sink: AnyObject?
@MainActor private var kept = ""
@MainActor private var total = 0

@inline(never)
private func opaque(_ value: Int) -> Int { value }

@inline(never)
@MainActor private func step(_ value: Int) {
  // In a register: how fast a value comes back from memory differs from run to run.
  var number = total &+ value
  for _ in 0..<20 { number = (number &* 31) ^ (number >> 7) }
  total = number
}

extension Suite {
  fileprivate static let known = Suite(
    "known",
    benchmarks: [
      Benchmark("known/arithmetic") {
        let steps = BenchFixture.plants("slower") ? 4 : 1
        return .synchronous { count in
          for index in 0..<count { for _ in 0..<steps { step(index) } }
        }
      },
      Benchmark("known/arithmetic, four times") {
        .synchronous { count in
          for index in 0..<count { for _ in 0..<4 { step(index) } }
        }
      },
      Benchmark("known/object") {
        let objects = BenchFixture.plants("allocation") ? 2 : 1
        return .synchronous { count in
          for _ in 0..<count { for _ in 0..<objects { sink = Box() } }
        }
      },
      Benchmark("known/every other object") {
        .synchronous { count in
          for index in 0..<count where index.isMultiple(of: 2) { sink = Box() }
        }
      },
      Benchmark("known/text, kept again") {
        let text = String(repeating: "long enough not to be small ", count: opaque(3))
        return .synchronous { count in
          for _ in 0..<count { kept = text }
        }
      },
    ],
    figures: [
      Figure(
        "four against one", .ratio("known/arithmetic, four times", to: "known/arithmetic"),
        budget: 8),
      Figure("one against four", .ratio("known/arithmetic", to: "known/arithmetic, four times")),
      Figure(
        "step",
        .slope(
          [.init(1, "known/arithmetic"), .init(4, "known/arithmetic, four times")], per: "step")),
      Figure(
        "growth",
        .exponent(
          [.init(1, "known/arithmetic"), .init(4, "known/arithmetic, four times")], of: "steps")),
    ])

  fileprivate static let memory = Suite(
    "memory",
    benchmarks: [
      Benchmark("memory/objects") {
        .retained { count in
          var objects: [Any] = []
          objects.reserveCapacity(count)
          for _ in 0..<count { objects.append(Box()) }
          return objects
        }
      }
    ])

  fileprivate static let async = Suite(
    "async",
    benchmarks: [
      Benchmark("async/task") {
        .asynchronous { count in
          for _ in 0..<count { await Task { step(1) }.value }
        }
      }
    ])

  fileprivate static let removed = Suite(
    "removed",
    benchmarks: [
      Benchmark("removed/loop") {
        .synchronous { count in
          var sum = 0
          for index in 0..<count { sum &+= index }
          _ = sum
        }
      }
    ])

  fileprivate static let newcomer = Suite(
    "newcomer",
    benchmarks: [
      Benchmark("newcomer/arithmetic") {
        .synchronous { count in for index in 0..<count { step(index) } }
      }
    ])
  /// Waits before its second benchmark: creates the file that `BENCH_GATE` names with `.reached`
  /// after it, until the file itself exists.
  fileprivate static let gate = Suite(
    "gate",
    benchmarks: ["before", "behind", "after"].map { name in
      Benchmark("gate/\(name)") {
        if name == "behind", let gate = getenv("BENCH_GATE").map({ String(cString: $0) }) {
          close(creat(gate + ".reached", 0o600))
          while access(gate, F_OK) != 0 { usleep(10_000) }
        }
        return .synchronous { count in for index in 0..<count { step(index) } }
      }
    })
}
