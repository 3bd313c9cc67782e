import Foundation

/// A recording of a sensor, without its samples.
struct Memo: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  let date: Date
  let sensor: Sensor
  /// In seconds.
  var duration = 0.0
  var count = 0
  var peak = 0.0
  var sum = 0.0

  var mean: Double { count > 0 ? sum / Double(count) : 0 }

  /// Adds a sample to the summary.
  mutating func add(_ sample: Sample) {
    duration = sample.time
    count += 1
    peak = max(peak, sample.value)
    sum += sample.value
  }
}

/// The value of a sensor at a moment.
struct Sample: Equatable, Sendable {
  /// In seconds since the begin of the recording.
  var time: Double
  /// From 0 to 100.
  var value: Double
}
