// Compares the runtime's metadata of generated enums with `switch`.

final class Object: NamedObject, Sendable, CustomStringConvertible {
  let number: Int
  init(_ number: Int) { self.number = number }
  var description: String { "object \(number)" }
}
protocol Named {}
protocol NamedObject: AnyObject, Named {}
typealias Function = () -> Int
struct Empty {}
struct Pair { var small: UInt8, large: Int }
struct Bytes: Named { var a: UInt8, b: UInt8, c: UInt8 }
struct Flags { var a: Bool, b: Bool }
struct Box<Value> { var value: Value }
struct Weak { weak var object: Object? }
enum Plain { case a, b, c }
enum Spare { case names([String]), numbers([Int]), object(Object), none }
enum Failure: Error { case a, b(String) }
let keptObject = Object(0)

nonisolated(unsafe) var checks = 0
nonisolated(unsafe) var inPlace = 0

func expect(_ isTrue: Bool, _ type: String, _ name: String, _ what: String) {
  checks += 1
  guard !isTrue else { return }
  print("\(type), case \(name): \(what)")
  failures += 1
}
nonisolated(unsafe) var failures = 0

/// Reflection distinguishes values of all types; a function is asked for its result.
func text<Value>(_ value: Value) -> String {
  if let function = value as? () -> Int { return "\(function())" }
  return String(reflecting: value)
}

func expectCase<Root>(
  _ value: Root, _ type: String, _ name: String, _ nameBySwitch: (Root) -> String
) -> Int? {
  guard let metadata = EnumMetadata(Root.self) else {
    expect(false, type, name, "has no metadata")
    return nil
  }
  let tag = withUnsafePointer(to: value) { metadata.tag(of: $0) }
  expect(metadata.size == MemoryLayout<Root>.size, type, name, "size")
  expect(metadata.alignment == MemoryLayout<Root>.alignment, type, name, "alignment")
  expect(nameBySwitch(value) == name, type, name, "name by switch")
  expect(metadata.name(ofCase: tag).map { String(cString: $0) } == name, type, name, "name by tag")
  return tag
}

func check<Root>(
  _ type: String, _ name: String, _ value: Root, _ nameBySwitch: (Root) -> String
) {
  guard let tag = expectCase(value, type, name, nameBySwitch) else { return }
  expect(EnumMetadata(Root.self)?.payload(ofCase: tag) == nil, type, name, "payload of none")
}

func check<Root, Value>(
  _ type: String, _ name: String, _ make: @escaping @Sendable (Value) -> Root,
  _ take: @escaping @Sendable (Root) -> Value?, _ payloads: [Value], _ others: [Root],
  _ nameBySwitch: (Root) -> String
) {
  let path = AnyCasePath(embed: make, extract: take)
  let projection = CaseProjection(path)
  for (index, payload) in payloads.enumerated() {
    let value = make(payload)
    guard let tag = expectCase(value, type, name, nameBySwitch),
      let metadata = EnumMetadata(Root.self), let found = metadata.payload(ofCase: tag)
    else { return expect(false, type, name, "has no payload") }
    expect(found.type == Value.self, type, name, "type of the payload")
    let replacement = payloads[(index + 1) % payloads.count]

    if found.boxOffset == nil, TypeMetadata.isStoredAsIs(Value.self) { inPlace += 1 }
    var changed = value
    withUnsafeMutablePointer(to: &changed) { root in
      let read = projection.read(root) { text($0.pointee) }
      expect(read == text(payload), type, name, "read in place")
      let isChanged: Void? = projection.modify(root) { $0.pointee = replacement }
      expect(isChanged != nil, type, name, "changed in place")
    }
    expect(nameBySwitch(changed) == name, type, name, "case after the change")
    expect(take(changed).map(text) == text(replacement), type, name, "payload after the change")
    expect(take(value).map(text) == text(payload), type, name, "the original after the change")
  }
  for var other in others where nameBySwitch(other) != name {
    let before = text(other)
    withUnsafeMutablePointer(to: &other) { root in
      expect(projection.read(root) { _ in } == nil, type, name, "read of another case")
      expect(projection.modify(root) { _ in } == nil, type, name, "change of another case")
    }
    expect(text(other) == before, type, name, "another case is left alone")
  }
}

guard RuntimeMetadata.isKnown == (CommandLine.arguments.count == 1) else {
  fatalError("The metadata of the runtime is not as expected.")
}
if RuntimeMetadata.isKnown { checkAll() }
print("\(checks) checks, \(inPlace) payloads in place, \(failures) failures")
guard failures == 0 else { fatalError("Metadata differs from what a switch says.") }
