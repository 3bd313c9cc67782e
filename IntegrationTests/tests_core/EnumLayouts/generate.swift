// Writes enums with random payloads, and the code that checks each of their cases.
//
//   generate SEED COUNT > Generated.swift

struct Random: RandomNumberGenerator {
  var state: UInt64

  // SplitMix64: the same numbers on each machine and with each toolchain.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func isOne(in bound: Int) -> Bool { below(bound) == 0 }
}

/// A type of payloads, and how to write values of it; none where it has no values.
struct Payload {
  let type: String
  let values: [String]
}

let leaves: [Payload] = [
  Payload(type: "Int", values: ["-1", "0x7F00_1234_5678_9ABC"]),
  Payload(type: "UInt8", values: ["255", "1"]),
  Payload(type: "Bool", values: ["true", "false"]),
  Payload(type: "Double", values: ["-0.5", ".infinity"]),
  Payload(type: "Character", values: ["\"e\"", "\"é\""]),
  Payload(type: "String", values: ["\"\"", "\"a text that is kept outside of the value\""]),
  Payload(type: "[Int]", values: ["[]", "[1, 2, 3]"]),
  Payload(type: "[String: Int]", values: ["[:]", "[\"a\": 1]"]),
  Payload(type: "Object", values: ["Object(1)", "Object(2)"]),
  Payload(type: "Empty", values: ["Empty()", "Empty()"]),
  Payload(type: "Void", values: ["()", "()"]),
  Payload(type: "Never", values: []),
  Payload(type: "Pair", values: ["Pair(small: 1, large: -1)", "Pair(small: 255, large: 2)"]),
  Payload(type: "Bytes", values: ["Bytes(a: 1, b: 2, c: 3)", "Bytes(a: 255, b: 254, c: 253)"]),
  Payload(type: "Flags", values: ["Flags(a: true, b: false)", "Flags(a: false, b: true)"]),
  Payload(type: "Plain", values: ["Plain.a", "Plain.c"]),
  Payload(type: "Spare", values: ["Spare.names([\"a\"])", "Spare.object(Object(3))"]),
  Payload(type: "(Int8, String)", values: ["(-1, \"a\")", "(1, \"b\")"]),
  Payload(type: "SIMD3<Int8>", values: ["SIMD3(1, 2, 3)", "SIMD3(-1, -2, -3)"]),
  Payload(type: "SIMD4<Float>", values: ["SIMD4(1, 2, 3, 4)", "SIMD4(repeating: -1)"]),
  Payload(type: "SIMD8<Double>", values: ["SIMD8(repeating: 1)", "SIMD8(repeating: -1)"]),
  Payload(type: "any Error", values: ["Failure.a", "Failure.b(\"b\")"]),
  Payload(type: "any Sendable", values: ["1", "\"a text that is kept outside of the value\""]),
  Payload(type: "Any", values: ["Object(4)", "(1, 2)"]),
  Payload(type: "any Named", values: ["Object(5)", "Bytes(a: 1, b: 2, c: 3)"]),
  Payload(type: "any NamedObject", values: ["Object(6)", "Object(7)"]),
  Payload(type: "AnyObject", values: ["Object(8)", "Object(9)"]),
  Payload(type: "Object.Type", values: ["Object.self", "Object.self"]),
  Payload(type: "any Named.Type", values: ["Object.self", "Bytes.self"]),
  Payload(type: "Box<String>", values: ["Box(value: \"a\")", "Box(value: \"b\")"]),
  Payload(type: "Box<Bool>", values: ["Box(value: true)", "Box(value: false)"]),
  Payload(type: "Box<Object>", values: ["Box(value: Object(1))", "Box(value: Object(2))"]),
  Payload(type: "Weak", values: ["Weak(object: keptObject)", "Weak(object: nil)"]),
  Payload(type: "UnsafeRawPointer?", values: ["nil", "UnsafeRawPointer(bitPattern: 8)"]),
  Payload(type: "Function", values: ["{ 1 }", "{ 2 }"]),
]

var random = Random(state: UInt64(CommandLine.arguments[1])!)
let count = Int(CommandLine.arguments[2])!
/// Enums that were generated before, which may be payloads themselves.
var earlier: [Payload] = []

@MainActor func makePayload(depth: Int = 0) -> Payload {
  let kind = random.below(10)
  if kind == 0, depth < 3 {
    let wrapped = makePayload(depth: depth + 1)
    // An optional around one that holds nothing is another value than one that holds nothing.
    return Payload(
      type: "Optional<\(wrapped.type)>", values: ["nil"] + wrapped.values.map { ".some(\($0))" })
  }
  if kind == 1, depth < 2 {
    let (first, second) = (makePayload(depth: depth + 1), makePayload(depth: depth + 1))
    return Payload(
      type: "(\(first.type), \(second.type))",
      values: zip(first.values, second.values).map { "(\($0), \($1))" })
  }
  if kind <= 3, let known = earlier.randomElement(using: &random) { return known }
  return leaves.randomElement(using: &random)!
}

/// Types that may be given for a parameter of a generic enum, and may be named twice in a line.
@MainActor func makeArgument() -> Payload {
  while true {
    let payload = leaves.randomElement(using: &random)!
    // Without values, or with a meaning that depends on where they are written.
    if !payload.values.isEmpty, payload.type != "Function" { return payload }
  }
}

for index in 0..<count {
  let isGeneric = random.isOne(in: 4)
  let isIndirect = random.isOne(in: 12)
  let arguments = isGeneric ? [makeArgument(), makeArgument()] : []
  let name = "E\(index)"
  let type = isGeneric ? "\(name)<\(arguments.map(\.type).joined(separator: ", "))>" : name

  var cases: [(name: String, payload: Payload?, declared: String, isIndirect: Bool)] = []
  for number in 0..<(1 + random.below(7)) {
    guard !random.isOne(in: 4) else {
      cases.append(("c\(number)", nil, "", false))
      continue
    }
    if isGeneric, random.isOne(in: 2) {
      let which = random.below(2)
      let form = random.below(3)
      let argument = arguments[which]
      let parameter = ["T", "U"][which]
      let payload =
        switch form {
        case 0: (argument, parameter)
        case 1:
          (
            Payload(
              type: "Optional<\(argument.type)>",
              values: ["nil"] + argument.values.map { ".some(\($0))" }), "Optional<\(parameter)>"
          )
        default:
          (
            Payload(
              type: "Array<\(argument.type)>",
              values: ["[]"] + argument.values.map { "[\($0)]" }), "Array<\(parameter)>"
          )
        }
      cases.append(("c\(number)", payload.0, payload.1, random.isOne(in: 8)))
    } else {
      let payload = makePayload()
      // A tuple as the payload, or as many values as it has.
      let isList = payload.type.hasPrefix("(") && payload.type.contains(", ") && random.isOne(in: 2)
      let declared = isList ? String(payload.type.dropFirst().dropLast()) : payload.type
      cases.append(("c\(number)", payload, declared, random.isOne(in: 8)))
    }
  }
  // More cases than spare bits, now and then.
  if random.isOne(in: 10) {
    for number in 0..<300 { cases.append(("e\(number)", nil, "", false)) }
  }

  print("\(isIndirect ? "indirect " : "")enum \(name)\(isGeneric ? "<T, U>" : "") {")
  for each in cases {
    // Several values as a payload need parentheses of their own.
    let declared = each.declared == "Void" ? "(Void)" : "(\(each.declared))"
    let indirect = each.isIndirect && !isIndirect && each.payload != nil ? "indirect " : ""
    print("  \(indirect)case \(each.name)\(each.payload == nil ? "" : declared)")
  }
  print("}\n")

  func value(of each: (name: String, payload: Payload?, declared: String, isIndirect: Bool))
    -> String?
  {
    guard let payload = each.payload else { return "\(type).\(each.name)" }
    return payload.values.first.map { "make\(index)_\(each.name)(\($0))" }
  }
  print("typealias A\(index) = \(type)")
  for each in cases where each.payload != nil {
    let payload = each.payload!.type
    let isList = payload.hasPrefix("(") && "(\(each.declared))" == payload
    let escaping = payload == "Function" ? "@escaping " : ""
    let arguments = isList ? "payload.0, payload.1" : "payload"
    print(
      """
      func make\(index)_\(each.name)(_ payload: \(escaping)\(payload)) -> A\(index) {
        .\(each.name)(\(arguments))
      }
      func take\(index)_\(each.name)(_ value: A\(index)) -> Optional<\(payload)> {
        \(isList
          ? "if case .\(each.name)(let first, let second) = value { (first, second) } else { nil }"
          : "if case .\(each.name)(let payload) = value { payload } else { nil }")
      }
      """)
  }
  print("func name\(index)(_ value: A\(index)) -> String {\n  switch value {")
  for each in cases { print("  case .\(each.name): \"\(each.name)\"") }
  print("  }\n}")
  // Of many cases without a payload, the first and the last are checked.
  let checked = ["e0", "e1", "e255", "e256", "e299"]
  cases.removeAll { $0.name.hasPrefix("e") && !checked.contains($0.name) }
  print("func check\(index)() {")
  print("  var others: [A\(index)] = []")
  for each in cases { if let value = value(of: each) { print("  others.append(\(value))") } }
  for each in cases {
    if let payload = each.payload {
      print("  check(\"\(type)\", \"\(each.name)\", make\(index)_\(each.name),")
      print(
        "    take\(index)_\(each.name), [\(payload.values.joined(separator: ", "))], others, "
          + "name\(index))")
    } else {
      print("  check(\"\(type)\", \"\(each.name)\", A\(index).\(each.name), name\(index))")
    }
  }
  print("}\n")
  // A value of this enum, as a payload of later enums.
  let values = cases.compactMap(value)
  if values.count > 1, !isGeneric {
    earlier.append(Payload(type: name, values: Array(values.prefix(3))))
  }
}

print("func checkAll() {")
for index in 0..<count { print("  check\(index)()") }
print("}")
