import ArgumentParser

/// The recordable figures of a machine, each in percent.
enum Sensor: String, CaseIterable, Codable, ExpressibleByArgument, Sendable {
  /// How busy the processors are.
  case cpu
  /// The used part of the memory.
  case memory
}
