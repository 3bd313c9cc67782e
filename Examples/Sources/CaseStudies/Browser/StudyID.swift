/// A study by its name, as it is written in commands.
enum StudyID: String, CaseIterable, Sendable {
  case counter
  case twoCounters = "two-counters"
  case bindings
  case optionalState = "optional"
  case enumState = "enum"
  case list
  case sharedState = "shared"
  case alerts

  case effectBasics = "effects"
  case timers
  case cancellation
  case longLiving = "long-living"
  case refresh
  case webSocket = "web-socket"
  case throttling

  case stack
  case sheet
  case loadThenPresent = "load-then-present"

  case favorite
  case download
  case recursion
}

extension StudyID {
  /// Reads a name, or a number of the list.
  init?(_ text: String) {
    if let number = Int(text) {
      self.init(number: number)
    } else {
      self.init(rawValue: text)
    }
  }

  /// The study with this number in the list.
  init?(number: Int) {
    guard Self.allCases.indices.contains(number - 1) else { return nil }
    self = Self.allCases[number - 1]
  }

  /// The study with this number, or the first or last one.
  static func at(_ number: Int) -> Self {
    allCases[min(max(number - 1, 0), allCases.count - 1)]
  }

  /// The number of the study in the list.
  var number: Int { Self.allCases.firstIndex(of: self).map { $0 + 1 } ?? 0 }

  var group: StudyGroup {
    switch self {
    case .counter, .twoCounters, .bindings, .optionalState, .enumState, .list, .sharedState,
      .alerts:
      .basics
    case .effectBasics, .timers, .cancellation, .longLiving, .refresh, .webSocket, .throttling:
      .effects
    case .stack, .sheet, .loadThenPresent:
      .navigation
    case .favorite, .download, .recursion:
      .components
    }
  }

  var lesson: Lesson {
    switch self {
    case .counter: .counter
    case .twoCounters: .twoCounters
    case .bindings: .bindings
    case .optionalState: .optionalState
    case .enumState: .enumState
    case .list: .list
    case .sharedState: .sharedState
    case .alerts: .alerts
    case .effectBasics: .effectBasics
    case .timers: .timers
    case .cancellation: .cancellation
    case .longLiving: .longLiving
    case .refresh: .refresh
    case .webSocket: .webSocket
    case .throttling: .throttling
    case .stack: .stack
    case .sheet: .sheet
    case .loadThenPresent: .loadThenPresent
    case .favorite: .favorite
    case .download: .download
    case .recursion: .recursion
    }
  }
}
