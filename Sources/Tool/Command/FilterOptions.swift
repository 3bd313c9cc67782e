import ArgumentParser
import Foundation
import TraceAnalysis

/// The filters that `report`, `events`, `export` and `diff` have in common.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Select this name; * stands for any text. Can be given several times.",
      valueName: "pattern"))
  var name: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select this prefix, or subsystem of a signposter; * stands for any text.",
      valueName: "pattern"))
  var prefix: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select processes by id or name; * stands for any text.",
      valueName: "pid or pattern"))
  var process: [String] = []

  @Option(
    help: ArgumentHelp(
      "Select processes of this machine; * stands for any text.", valueName: "pattern"))
  var host: [String] = []

  @Option(
    help: ArgumentHelp(
      "Exclude spans that ended before: 1.5s, 200ms after the start, or 2026-11-22T10:15:00Z.",
      valueName: "time"))
  var from: FilterMoment?

  @Option(
    help: ArgumentHelp("Exclude spans that began after this time.", valueName: "time"))
  var to: FilterMoment?

  func validate() throws {
    switch (from?.moment, to?.moment) {
    case (.sinceStart, .absolute), (.absolute, .sinceStart):
      // A time could be meant to count from the date.
      throw ValidationError(
        "--from and --to have two forms: give two dates, or two times after the start of the recording."
      )
    case (.sinceStart(let from), .sinceStart(let to)) where from > to,
      (.absolute(let from), .absolute(let to)) where from > to:
      throw ValidationError("--from is later than --to: no time is selected.")
    default: break
    }
  }

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

/// A time in the form of the command line.
struct FilterMoment: ExpressibleByArgument, Equatable {
  var moment: TraceFilter.Moment

  /// - Parameter argument: A number with a unit, relative to the start of the trace, or a date and
  ///   time with a zone.
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

  /// The time in nanoseconds since the Unix epoch. `Date` is exact for whole seconds only.
  private static func timestamp(_ text: String) -> Int64? {
    var seconds = text
    var nanoseconds: Int64 = 0
    if let point = text.firstIndex(of: ".") {
      let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
      let zeros = String(repeating: "0", count: max(9 - digits.count, 0))
      guard !digits.isEmpty, let fraction = Int64(digits.prefix(9) + zeros) else { return nil }
      nanoseconds = fraction
      seconds.removeSubrange(point..<digits.endIndex)
    }
    guard let date = try? Date.ISO8601FormatStyle().parse(seconds),
      abs(date.timeIntervalSince1970) < 9e9
    else { return nil }
    return Int64(date.timeIntervalSince1970) * 1_000_000_000 + nanoseconds
  }
}
