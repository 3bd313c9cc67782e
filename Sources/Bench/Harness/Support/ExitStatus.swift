import ArgumentParser

/// The exit codes, which CI relies on. The numbers from 64 are from `sysexits.h`.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case fine = 0
  case regression = 2
  case improvement = 4
  case usage = 64
  case damagedFile = 65
  case unavailable = 69
  case implausible = 70
  case cannotCreate = 73
  case incomplete = 75

  /// A line for `--help`.
  var meaning: String {
    switch self {
    case .fine: "all went well"
    case .regression: "something got worse than its threshold allows"
    case .improvement: "something got better, came or went: record it with --update"
    case .usage: "wrong options, or a debug build was asked to judge"
    case .damagedFile: "a file is invalid"
    case .unavailable: "not available on this machine"
    case .implausible: "a benchmark takes an impossible time: it was optimised away"
    case .cannotCreate: "a file cannot be written"
    case .incomplete: "rows were not measured, such as those that a foreign LTTng session recorded"
    }
  }

  /// All of them, for `--help`.
  static var table: String {
    allCases.map { status in
      let number = String(status.rawValue)
      return String(repeating: " ", count: 4 - number.count) + number + "  " + status.meaning
    }
    .joined(separator: "\n")
  }
}
