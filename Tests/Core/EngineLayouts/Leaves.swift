/// Types of payloads without parameters.
enum Leaves {
  static let all: [any Sample.Type] = [
    Int.self, UInt8.self, Bool.self, Double.self, String.self, SIMD3<Int8>.self, SIMD8<Double>.self,
    SIMD64<UInt8>.self, Tracked.self, Empty.self, Bytes.self, Flags.self, AnyError.self,
    Anything.self,
    AnyNamed.self, AnyObjectNamed.self, AnyWeak.self, AnyFunction.self, AnyType.self, Plain.self,
    Many.self,
  ]
}

extension Int: Sample {
  static func make(_ number: Int) -> Int {
    number &* 0x1234_5678_9ABC
  }
  var text: String { "\(self)" }
}

extension UInt8: Sample {
  static func make(_ number: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: number)
  }
  var text: String { "\(self)" }
}

extension Bool: Sample {
  static func make(_ number: Int) -> Bool {
    number % 2 == 0
  }
  var text: String { "\(self)" }
}

extension Double: Sample {
  static func make(_ number: Int) -> Double {
    Double(number) / 3
  }
  var text: String { "\(self)" }
}

extension String: Sample {
  static func make(_ number: Int) -> String {
    number % 2 == 0 ? "\(number)" : "text \(number), which is kept outside of the value"
  }
  var text: String { self }
}

/// A vector of numbers, which stands for the number in its first element.
protocol VectorElement: SIMDScalar, Hashable, Codable {
  static func element(_ number: Int) -> Self
}

extension Int8: VectorElement {
  static func element(_ number: Int) -> Int8 { Int8(truncatingIfNeeded: number) }
}

extension UInt8: VectorElement {
  static func element(_ number: Int) -> UInt8 { UInt8(truncatingIfNeeded: number) }
}

extension Double: VectorElement {
  static func element(_ number: Int) -> Double { Double(number) }
}

extension SIMD where Scalar: VectorElement {
  static func make(_ number: Int) -> Self { Self(repeating: .element(number)) }
  var text: String { indices.map { "\(self[$0])" }.joined(separator: " ") }
}

extension SIMD3: Sample where Scalar: VectorElement {}
extension SIMD8: Sample where Scalar: VectorElement {}
extension SIMD64: Sample where Scalar: VectorElement {}

struct Empty: Sample {
  static func make(_ number: Int) -> Empty { Empty() }
  var text: String { "empty" }
}

struct Bytes: Sample, Named {
  var a: UInt8
  var b: UInt8
  var c: UInt8
  static func make(_ number: Int) -> Bytes {
    Bytes(a: .make(number), b: .make(number + 1), c: .make(number + 2))
  }
  var text: String { "\(a) \(b) \(c)" }
}

struct Flags: Sample {
  var a: Bool
  var b: Bool
  static func make(_ number: Int) -> Flags { Flags(a: number % 2 == 0, b: number % 3 == 0) }
  var text: String { "\(a) \(b)" }
}

protocol Named { var text: String { get } }
protocol NamedObject: AnyObject, Named {}
extension String: Named {}
extension Tracked: NamedObject {}

struct AnyError: Sample {
  enum Failure: Error { case plain, object(Tracked) }
  var error: any Error
  static func make(_ number: Int) -> AnyError {
    AnyError(error: number % 3 == 0 ? Failure.plain : Failure.object(Tracked(number)))
  }
  var text: String {
    switch error as! Failure {
    case .plain: "plain"
    case .object(let object): object.text
    }
  }
}

struct Anything: Sample {
  var value: Any
  static func make(_ number: Int) -> Anything {
    switch number % 3 {
    case 0: Anything(value: number)
    case 1: Anything(value: Tracked(number))
    default: Anything(value: (String.make(number), Tracked(number), SIMD8<Double>.make(number)))
    }
  }
  var text: String {
    switch value {
    case let number as Int: "\(number)"
    case let object as Tracked: object.text
    case let value as (String, Tracked, SIMD8<Double>):
      "\(value.0) \(value.1.text) \(value.2.text)"
    default: "something else"
    }
  }
}

struct AnyNamed: Sample {
  var value: any Named
  static func make(_ number: Int) -> AnyNamed {
    switch number % 3 {
    case 0: AnyNamed(value: Bytes.make(number))
    case 1: AnyNamed(value: Tracked(number))
    default: AnyNamed(value: String.make(number))
    }
  }
  var text: String { value.text }
}

struct AnyObjectNamed: Sample {
  var value: any NamedObject
  static func make(_ number: Int) -> AnyObjectNamed { AnyObjectNamed(value: Tracked(number)) }
  var text: String { value.text }
}

struct AnyWeak: Sample {
  weak var object: Tracked?
  var kept: Tracked?
  static func make(_ number: Int) -> AnyWeak {
    let object = Tracked(number)
    return AnyWeak(object: object, kept: number % 2 == 0 ? object : nil)
  }
  var text: String { kept.map { _ in object?.text ?? "gone too early" } ?? "\(object == nil)" }
}

struct AnyFunction: Sample {
  var function: () -> String
  static func make(_ number: Int) -> AnyFunction {
    let object = Tracked(number)
    return AnyFunction { object.text }
  }
  var text: String { function() }
}

struct AnyType: Sample {
  var type: any Sample.Type
  static func make(_ number: Int) -> AnyType {
    AnyType(type: number % 2 == 0 ? Int.self : Tracked.self)
  }
  var text: String { "\(type)" }
}

enum Plain: Sample {
  case a, b, c
  static func make(_ number: Int) -> Plain { number % 3 == 0 ? .a : number % 3 == 1 ? .b : .c }
  var text: String { "\(self)" }
}

/// More cases than a byte distinguishes.
struct Many: Sample {
  var value: UInt16
  static func make(_ number: Int) -> Many { Many(value: UInt16(truncatingIfNeeded: number * 257)) }
  var text: String { "\(value)" }
}

extension Optional: Sample where Wrapped: Sample {
  static func make(_ number: Int) -> Wrapped? {
    number % 3 == 0 ? .none : .some(.make(number / 3))
  }
  var text: String { map { "some(\($0.text))" } ?? "none" }
}

extension Array: Sample where Element: Sample {
  static func make(_ number: Int) -> [Element] {
    (0..<number % 4).map { .make(number + $0) }
  }
  var text: String { "[\(map(\.text).joined(separator: ", "))]" }
}

/// Two values, the second of which may begin anywhere.
struct Pair<First: Sample, Second: Sample>: Sample {
  var first: First
  var second: Second
  static func make(_ number: Int) -> Pair { Pair(first: .make(number), second: .make(number + 1)) }
  var text: String { "(\(first.text), \(second.text))" }
}
