import ArgumentParser

/// The recordable figures of a machine, each in percent.
enum Sensor: String, CaseIterable, Codable, ExpressibleByArgument, Sendable {
  /// How busy the processors are.
  case cpu
  /// How much of the memory is in use.
  case memory
}
