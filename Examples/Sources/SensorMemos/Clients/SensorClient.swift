import ComposableArchitecture
import Foundation

/// Reads a sensor of the machine.
@DependencyClient
struct SensorClient: Sendable {
  /// The value now, from 0 to 100. Throws ``MemoFailure``.
  var read: @Sendable (_ sensor: Sensor) async throws -> Double
}

extension SensorClient: DependencyKey {
  static let testValue = Self()

  static var liveValue: Self {
    let processors = ProcessorTime()
    return Self { sensor in
      switch sensor {
      case .cpu: try await processors.busy()
      case .memory: try memoryInUse()
      }
    }
  }

  private static func memoryInUse() throws -> Double {
    let lines = try ProcFile.meminfo.lines()
    func amount(_ name: String) -> Double? {
      lines.first { $0.hasPrefix("\(name):") }?
        .split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }
    guard let total = amount("MemTotal"), let available = amount("MemAvailable"), total > 0 else {
      throw MemoFailure.sensor("/proc/meminfo has no amounts")
    }
    return (1 - available / total) * 100
  }
}

extension DependencyValues {
  var sensor: SensorClient {
    get { self[SensorClient.self] }
    set { self[SensorClient.self] = newValue }
  }
}

/// How busy the processors were between two readings.
private actor ProcessorTime {
  private var last: (busy: Double, total: Double) = (0, 0)

  func busy() throws -> Double {
    let fields = try ProcFile.stat.lines().first?.split(separator: " ").dropFirst()
      .compactMap { Double($0) }
    guard let fields, fields.count >= 5 else { throw MemoFailure.sensor("/proc/stat has no times") }
    let total = fields.prefix(8).reduce(0, +)
    let busy = total - fields[3] - fields[4]
    defer { last = (busy, total) }
    guard total > last.total else { return 0 }
    return min(max((busy - last.busy) / (total - last.total) * 100, 0), 100)
  }
}

private enum ProcFile: String {
  case meminfo, stat

  func lines() throws -> [Substring] {
    do {
      return try String(contentsOf: URL(fileURLWithPath: "/proc/\(rawValue)"), encoding: .utf8)
        .split(separator: "\n")
    } catch {
      throw MemoFailure.sensor("/proc/\(rawValue): \(error.localizedDescription)")
    }
  }
}
