import ArgumentParser
import Foundation
import TraceAnalysis

/// What `report`, `events` and `export` have in common: which part of a trace they are about.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only what has this name; * stands for anything. Can be given several times.",
      valueName: "pattern"))
  var name: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only what has this prefix, or subsystem of a signposter; * stands for anything.",
      valueName: "pattern"))
  var prefix: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only processes of this id or name; * stands for anything.",
      valueName: "pid or pattern"))
  var process: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only processes of the machine of this name; * stands for anything.", valueName: "pattern"))
  var host: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out what ended before: 1.5s, 200ms after the start, or 2026-11-22T10:15:00Z.",
      valueName: "time"))
  var from: FilterMoment?

  @Option(
    help: ArgumentHelp("Leave out what began after that.", valueName: "time"))
  var to: FilterMoment?

  var filter: TraceFilter {
    var filter = TraceFilter()
    filter.names = name.map { NamePattern($0) }
    filter.prefixes = prefix.map { NamePattern($0) }
    filter.processes = process.map { NamePattern($0) }
    filter.hosts = host.map { NamePattern($0) }
    filter.start = from?.moment
    filter.end = to?.moment
    return filter
  }
}

/// A time as it is given on the command line.
struct FilterMoment: ExpressibleByArgument, Equatable {
  var moment: TraceFilter.Moment

  /// - Parameter argument: A number with a unit, which counts from the start of the trace, or a
  ///   date and time with a zone.
  init?(argument: String) {
    let distance = argument.hasPrefix("+") ? String(argument.dropFirst()) : argument
    if let distance = TimeSpan(argument: distance) {
      moment = .sinceStart(distance.nanoseconds)
    } else if let time = Self.timestamp(argument) {
      moment = .absolute(time)
    } else {
      return nil
    }
  }

  private static func timestamp(_ text: String) -> Int64? {
    for style in [
      Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle(),
    ] {
      guard let date = try? style.parse(text) else { continue }
      let seconds = date.timeIntervalSince1970
      guard abs(seconds) < 9e9 else { return nil }
      return Int64((seconds * 1e9).rounded())
    }
    return nil
  }
}
