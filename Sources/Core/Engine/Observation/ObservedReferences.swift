import CCore
import CompanionSupport
import Observation
@_spi(Reflection) import Swift

/// The types whose values refer to objects with observers of their own: observable classes, shared
/// values, and structs, enums and collections of them.
///
/// Two equal values of such a type may refer to different objects, so readers of one have to be
/// notified when the other replaces it.
@usableFromInline
enum ObservedReferences {
  private static let known = ForkSafeLocked<[ObjectIdentifier: Bool]>([:])

  /// Whether equal values refer to the same objects, as far as these have observers.
  @usableFromInline
  static func areSame<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    guard areHeld(by: Value.self) else { return true }
    return withUnsafePointer(to: lhs) { lhs in
      withUnsafePointer(to: rhs) { composable_are_same_bytes(lhs, $0, MemoryLayout<Value>.size) }
    }
  }

  static func areHeld(by type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    var visited: Set<ObjectIdentifier> = []
    let areHeld = areHeld(by: type, &visited)
    known.withLock { $0[id] = areHeld }
    return areHeld
  }

  private static func areHeld(by type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return false }
    if type is any SharedProperty.Type { return true }
    if type is AnyClass { return type is any Observable.Type }
    if let type = type as? any ElementHolding.Type {
      return type.elementTypes.contains { areHeld(by: $0, &visited) }
    }
    var types: [Any.Type] = []
    if TypeMetadata.isStruct(type) {
      _forEachField(of: type) { _, _, type, _ in
        types.append(type)
        return true
      }
    } else if let metadata = EnumMetadata(type) {
      types = (0..<metadata.caseCount).compactMap { metadata.payload(ofCase: $0)?.type }
    }
    return types.contains { areHeld(by: $0, &visited) }
  }
}

/// A property wrapper that refers to a shared value.
protocol SharedProperty {}

extension Shared: SharedProperty {}
extension SharedReader: SharedProperty {}

/// A type whose contents are not found among its stored properties or payloads.
private protocol ElementHolding {
  static var elementTypes: [Any.Type] { get }
}

extension Optional: ElementHolding {
  static var elementTypes: [Any.Type] { [Wrapped.self] }
}

extension Array: ElementHolding {
  static var elementTypes: [Any.Type] { [Element.self] }
}

// Also holds the elements of an ordered set or dictionary, and of an identified array.
extension ContiguousArray: ElementHolding {
  static var elementTypes: [Any.Type] { [Element.self] }
}

extension Set: ElementHolding {
  static var elementTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: ElementHolding {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }
}
