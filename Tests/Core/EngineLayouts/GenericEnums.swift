// Enums whose layout the runtime makes, as their payloads are types that are chosen by chance.

/// No tag.
enum OneCase<A: Sample>: SampleEnum {
  case a(A)

  static func make(_ number: Int) -> Self {
    switch number % 1 {
    default: .a(.make(number / 1))
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: A) in .a(value) },
      {
        switch $0 {
        case .a(let value): value
        }
      })
  }
}

/// One payload.
enum OneOrNone<A: Sample>: SampleEnum {
  case a(A)
  case none, other

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .a(.make(number / 3))
    case 1: .none
    default: .other
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .none: "none"
    case .other: "other"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: A) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
  }
}

/// Two payloads.
enum TwoCases<A: Sample, B: Sample>: SampleEnum {
  case a(A)
  case b(B)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .a(.make(number / 3))
    case 1: .b(.make(number / 3))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .b(let value): "b(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: A) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: B) in .b(value) }, { if case .b(let value) = $0 { value } else { nil } })
  }
}

/// Three payloads of different sizes.
enum ThreeCases<A: Sample, B: Sample>: SampleEnum {
  case a(A)
  case b(B)
  case both(Pair<A, B>)
  case none, other

  static func make(_ number: Int) -> Self {
    switch number % 5 {
    case 0: .a(.make(number / 5))
    case 1: .b(.make(number / 5))
    case 2: .both(.make(number / 5))
    case 3: .none
    default: .other
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .b(let value): "b(\(value.text))"
    case .both(let value): "both(\(value.text))"
    case .none: "none"
    case .other: "other"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: A) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: B) in .b(value) }, { if case .b(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Pair<A, B>) in .both(value) },
      { if case .both(let value) = $0 { value } else { nil } })
  }
}

/// One payload in a box.
enum WithBoxes<A: Sample, B: Sample>: SampleEnum {
  indirect case a(A)
  case b(B)
  case never(Never)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .a(.make(number / 3))
    case 1: .b(.make(number / 3))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .b(let value): "b(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: A) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: B) in .b(value) }, { if case .b(let value) = $0 { value } else { nil } })
  }
}

/// Payloads made of the parameters.
enum WithOptionals<A: Sample, B: Sample>: SampleEnum {
  case a(A?)
  case b([B])
  case none

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .a(.make(number / 3))
    case 1: .b(.make(number / 3))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .b(let value): "b(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: A?) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [B]) in .b(value) }, { if case .b(let value) = $0 { value } else { nil } })
  }
}
