/// Where a child is in its parent.
enum Place: CaseIterable {
  case scope, computed, optional, row, sheet, screen, caseByScope, caseByIfCaseLet

  /// Whether there may be no child.
  var mayBeEmpty: Bool { self != .scope && self != .computed }
}

/// A state that may be a child's.
enum Choice<Child: Sample> {
  case child(Child)
  case text(String)
  case object(Tracked)
  case none

  var child: Child? { if case .child(let child) = self { child } else { nil } }

  var text: String {
    switch self {
    case .child(let child): "child(\(child.text))"
    case .text(let text): text
    case .object(let object): object.text
    case .none: "none"
    }
  }

  static func other(_ number: Int) -> Choice {
    switch number % 3 {
    case 0: .text(.make(number))
    case 1: .object(.make(number))
    default: .none
    }
  }
}
