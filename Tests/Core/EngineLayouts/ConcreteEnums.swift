// One enum for each way in which Swift encodes cases. The enums of `GenericEnums.swift` get their
// layout at run time.

/// Bits that pointers never use.
enum SpareBits: SampleEnum {
  case names([String])
  case numbers([Int])
  case object(Tracked)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .names(.make(number / 4))
    case 1: .numbers(.make(number / 4))
    case 2: .object(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .names(let value): "names(\(value.text))"
    case .numbers(let value): "numbers(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: [String]) in .names(value) },
      { if case .names(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [Int]) in .numbers(value) },
      { if case .numbers(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
  }
}

/// More cases than one spare bit distinguishes.
enum SpareBitsOfMany: SampleEnum {
  case a([String])
  case b(Tracked)
  case c([Tracked])
  case d([Int])
  case e(Tracked)
  case f([UInt8])
  case x, y, z

  static func make(_ number: Int) -> Self {
    switch number % 9 {
    case 0: .a(.make(number / 9))
    case 1: .b(.make(number / 9))
    case 2: .c(.make(number / 9))
    case 3: .d(.make(number / 9))
    case 4: .e(.make(number / 9))
    case 5: .f(.make(number / 9))
    case 6: .x
    case 7: .y
    default: .z
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .b(let value): "b(\(value.text))"
    case .c(let value): "c(\(value.text))"
    case .d(let value): "d(\(value.text))"
    case .e(let value): "e(\(value.text))"
    case .f(let value): "f(\(value.text))"
    case .x: "x"
    case .y: "y"
    case .z: "z"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: [String]) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Tracked) in .b(value) }, { if case .b(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [Tracked]) in .c(value) }, { if case .c(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [Int]) in .d(value) }, { if case .d(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Tracked) in .e(value) }, { if case .e(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [UInt8]) in .f(value) }, { if case .f(let value) = $0 { value } else { nil } })
  }
}

/// Strings have other spare bits than pointers.
enum OfStrings: SampleEnum {
  case a(String)
  case b(String)
  case c([String])
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .a(.make(number / 4))
    case 1: .b(.make(number / 4))
    case 2: .c(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .a(let value): "a(\(value.text))"
    case .b(let value): "b(\(value.text))"
    case .c(let value): "c(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: String) in .a(value) }, { if case .a(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: String) in .b(value) }, { if case .b(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [String]) in .c(value) }, { if case .c(let value) = $0 { value } else { nil } })
  }
}

/// A byte behind the payload, as integers use all bits.
enum TagByte: SampleEnum {
  case number(Int)
  case byte(UInt8)
  case bytes(Bytes)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .number(.make(number / 4))
    case 1: .byte(.make(number / 4))
    case 2: .bytes(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .number(let value): "number(\(value.text))"
    case .byte(let value): "byte(\(value.text))"
    case .bytes(let value): "bytes(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Int) in .number(value) }, { if case .number(let value) = $0 { value } else { nil } }
    )
    visitor.visit(
      { (value: UInt8) in .byte(value) }, { if case .byte(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Bytes) in .bytes(value) }, { if case .bytes(let value) = $0 { value } else { nil } }
    )
  }
}

/// Small payloads with values to spare.
enum SharedTag: SampleEnum {
  case flag(Bool)
  case flags(Flags)
  case plain(Plain)
  case none, other

  static func make(_ number: Int) -> Self {
    switch number % 5 {
    case 0: .flag(.make(number / 5))
    case 1: .flags(.make(number / 5))
    case 2: .plain(.make(number / 5))
    case 3: .none
    default: .other
    }
  }

  var text: String {
    switch self {
    case .flag(let value): "flag(\(value.text))"
    case .flags(let value): "flags(\(value.text))"
    case .plain(let value): "plain(\(value.text))"
    case .none: "none"
    case .other: "other"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Bool) in .flag(value) }, { if case .flag(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Flags) in .flags(value) }, { if case .flags(let value) = $0 { value } else { nil } }
    )
    visitor.visit(
      { (value: Plain) in .plain(value) }, { if case .plain(let value) = $0 { value } else { nil } }
    )
  }
}

/// One payload, and a tag behind it.
enum SinglePayload: SampleEnum {
  case number(Int)
  case none, other

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .number(.make(number / 3))
    case 1: .none
    default: .other
    }
  }

  var text: String {
    switch self {
    case .number(let value): "number(\(value.text))"
    case .none: "none"
    case .other: "other"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Int) in .number(value) }, { if case .number(let value) = $0 { value } else { nil } }
    )
  }
}

/// One payload, with values that no pointer has.
enum SingleObject: SampleEnum {
  case object(Tracked)
  case none, other, third

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .object(.make(number / 4))
    case 1: .none
    case 2: .other
    default: .third
    }
  }

  var text: String {
    switch self {
    case .object(let value): "object(\(value.text))"
    case .none: "none"
    case .other: "other"
    case .third: "third"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
  }
}

/// One payload with values to spare.
enum SingleFlag: SampleEnum {
  case flag(Bool)
  case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11

  static func make(_ number: Int) -> Self {
    switch number % 13 {
    case 0: .flag(.make(number / 13))
    case 1: .e0
    case 2: .e1
    case 3: .e2
    case 4: .e3
    case 5: .e4
    case 6: .e5
    case 7: .e6
    case 8: .e7
    case 9: .e8
    case 10: .e9
    case 11: .e10
    default: .e11
    }
  }

  var text: String {
    switch self {
    case .flag(let value): "flag(\(value.text))"
    case .e0: "e0"
    case .e1: "e1"
    case .e2: "e2"
    case .e3: "e3"
    case .e4: "e4"
    case .e5: "e5"
    case .e6: "e6"
    case .e7: "e7"
    case .e8: "e8"
    case .e9: "e9"
    case .e10: "e10"
    case .e11: "e11"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Bool) in .flag(value) }, { if case .flag(let value) = $0 { value } else { nil } })
  }
}

/// No tag at all.
enum Only: SampleEnum {
  case object(Tracked)

  static func make(_ number: Int) -> Self {
    switch number % 1 {
    default: .object(.make(number / 1))
    }
  }

  var text: String {
    switch self {
    case .object(let value): "object(\(value.text))"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Tracked) in .object(value) },
      {
        switch $0 {
        case .object(let value): value
        }
      })
  }
}

/// Payloads in boxes, one of which is over-aligned.
enum Boxed: SampleEnum {
  indirect case names([String])
  case object(Tracked)
  indirect case vector(SIMD64<UInt8>)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .names(.make(number / 4))
    case 1: .object(.make(number / 4))
    case 2: .vector(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .names(let value): "names(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .vector(let value): "vector(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: [String]) in .names(value) },
      { if case .names(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: SIMD64<UInt8>) in .vector(value) },
      { if case .vector(let value) = $0 { value } else { nil } })
  }
}

/// All payloads in boxes.
indirect enum AllBoxed: SampleEnum {
  case number(Int)
  case object(Tracked)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .number(.make(number / 3))
    case 1: .object(.make(number / 3))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .number(let value): "number(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Int) in .number(value) }, { if case .number(let value) = $0 { value } else { nil } }
    )
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
  }
}

/// An alignment that few allocations have.
enum Vectors: SampleEnum {
  case wide(SIMD64<UInt8>)
  case small(SIMD3<Int8>)
  case object(Tracked)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .wide(.make(number / 4))
    case 1: .small(.make(number / 4))
    case 2: .object(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .wide(let value): "wide(\(value.text))"
    case .small(let value): "small(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: SIMD64<UInt8>) in .wide(value) },
      { if case .wide(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: SIMD3<Int8>) in .small(value) },
      { if case .small(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
  }
}

/// Values of any type.
enum Existentials: SampleEnum {
  case any(Anything)
  case error(AnyError)
  case named(AnyNamed)
  case object(AnyObjectNamed)
  case type(AnyType)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 6 {
    case 0: .any(.make(number / 6))
    case 1: .error(.make(number / 6))
    case 2: .named(.make(number / 6))
    case 3: .object(.make(number / 6))
    case 4: .type(.make(number / 6))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .any(let value): "any(\(value.text))"
    case .error(let value): "error(\(value.text))"
    case .named(let value): "named(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .type(let value): "type(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Anything) in .any(value) }, { if case .any(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: AnyError) in .error(value) },
      { if case .error(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: AnyNamed) in .named(value) },
      { if case .named(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: AnyObjectNamed) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: AnyType) in .type(value) }, { if case .type(let value) = $0 { value } else { nil } }
    )
  }
}

/// Optionals around optionals.
enum Optionals: SampleEnum {
  case twice(Tracked??)
  case number(Int??)
  case once(Bool?)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .twice(.make(number / 4))
    case 1: .number(.make(number / 4))
    case 2: .once(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .twice(let value): "twice(\(value.text))"
    case .number(let value): "number(\(value.text))"
    case .once(let value): "once(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Tracked??) in .twice(value) },
      { if case .twice(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Int??) in .number(value) },
      { if case .number(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Bool?) in .once(value) }, { if case .once(let value) = $0 { value } else { nil } })
  }
}

/// A case that no value is of.
enum Uninhabited: SampleEnum {
  case never(Never)
  case object(Tracked)
  case names([String])
  case none

  static func make(_ number: Int) -> Self {
    switch number % 3 {
    case 0: .object(.make(number / 3))
    case 1: .names(.make(number / 3))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .object(let value): "object(\(value.text))"
    case .names(let value): "names(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [String]) in .names(value) },
      { if case .names(let value) = $0 { value } else { nil } })
  }
}

/// Payloads without bytes.
enum Empties: SampleEnum {
  case empty(Empty)
  case object(Tracked)
  case nothing(Empty)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .empty(.make(number / 4))
    case 1: .object(.make(number / 4))
    case 2: .nothing(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .empty(let value): "empty(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .nothing(let value): "nothing(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Empty) in .empty(value) }, { if case .empty(let value) = $0 { value } else { nil } }
    )
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Empty) in .nothing(value) },
      { if case .nothing(let value) = $0 { value } else { nil } })
  }
}

/// Values with functions for moving, which are no plain references.
enum References: SampleEnum {
  case function(AnyFunction)
  case reference(AnyWeak)
  case object(Tracked)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .function(.make(number / 4))
    case 1: .reference(.make(number / 4))
    case 2: .object(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .function(let value): "function(\(value.text))"
    case .reference(let value): "reference(\(value.text))"
    case .object(let value): "object(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: AnyFunction) in .function(value) },
      { if case .function(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: AnyWeak) in .reference(value) },
      { if case .reference(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Tracked) in .object(value) },
      { if case .object(let value) = $0 { value } else { nil } })
  }
}

/// Enums within an enum.
enum Nested: SampleEnum {
  case spare(SpareBits)
  case optional(SinglePayload?)
  case vectors(Vectors)
  case list([SpareBits])
  case none

  static func make(_ number: Int) -> Self {
    switch number % 5 {
    case 0: .spare(.make(number / 5))
    case 1: .optional(.make(number / 5))
    case 2: .vectors(.make(number / 5))
    case 3: .list(.make(number / 5))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .spare(let value): "spare(\(value.text))"
    case .optional(let value): "optional(\(value.text))"
    case .vectors(let value): "vectors(\(value.text))"
    case .list(let value): "list(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: SpareBits) in .spare(value) },
      { if case .spare(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: SinglePayload?) in .optional(value) },
      { if case .optional(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Vectors) in .vectors(value) },
      { if case .vectors(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: [SpareBits]) in .list(value) },
      { if case .list(let value) = $0 { value } else { nil } })
  }
}

/// Payloads with padding, in which a tag may lie.
enum Mixed: SampleEnum {
  case pair(Pair<UInt8, Tracked>)
  case padded(Pair<Tracked, UInt8>)
  case text(String)
  case none

  static func make(_ number: Int) -> Self {
    switch number % 4 {
    case 0: .pair(.make(number / 4))
    case 1: .padded(.make(number / 4))
    case 2: .text(.make(number / 4))
    default: .none
    }
  }

  var text: String {
    switch self {
    case .pair(let value): "pair(\(value.text))"
    case .padded(let value): "padded(\(value.text))"
    case .text(let value): "text(\(value.text))"
    case .none: "none"
    }
  }

  @MainActor static func forEachCase(_ visitor: inout some CaseVisitor<Self>) {
    visitor.visit(
      { (value: Pair<UInt8, Tracked>) in .pair(value) },
      { if case .pair(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: Pair<Tracked, UInt8>) in .padded(value) },
      { if case .padded(let value) = $0 { value } else { nil } })
    visitor.visit(
      { (value: String) in .text(value) }, { if case .text(let value) = $0 { value } else { nil } })
  }
}

let concreteEnums: [any SampleEnum.Type] = [
  SpareBits.self, SpareBitsOfMany.self, OfStrings.self, TagByte.self, SharedTag.self,
  SinglePayload.self, SingleObject.self, SingleFlag.self, Only.self, Boxed.self, AllBoxed.self,
  Vectors.self, Existentials.self, Optionals.self, Uninhabited.self, Empties.self, References.self,
  Nested.self, Mixed.self,
]
