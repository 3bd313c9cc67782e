import CompanionSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Whether the metadata of the Swift runtime in this process has the layout that this library
/// reads.
///
/// The layout of metadata is part of Swift's ABI on platforms with a stable ABI, and has not
/// changed on Linux for years, but is not guaranteed there. So it is checked, once per process,
/// against types with known layout and cases. If a check fails, the library does not use it: states
/// are copied instead of changed in place, and cases are found by reflection.
///
/// The environment variable `COMPOSABLE_RUNTIME_METADATA=off` disables it, too.
enum RuntimeMetadata {
  static var isKnown: Bool { isVerified && !RuntimeTrust.isDistrusted }

  /// Whether structs can be recognized by the first word of their metadata, the only one that this
  /// needs.
  static let areKindsKnown =
    TypeMetadata.kind(of: SampleStruct<[Int]>.self) == TypeMetadata.Kind.structure
    && TypeMetadata.kind(of: Int.self) == TypeMetadata.Kind.structure
    && TypeMetadata.kind(of: Bool?.self) != TypeMetadata.Kind.structure
    && TypeMetadata.kind(of: (Int, Int).self) == TypeMetadata.Kind.tuple
    && TypeMetadata.kind(of: (() -> Void).self) == TypeMetadata.Kind.function
    && TypeMetadata.kind(of: Int.Type.self) == TypeMetadata.Kind.metatype
    && TypeMetadata.kind(of: (any Equatable).self) != TypeMetadata.Kind.structure
    && TypeMetadata.kind(of: (any Error).self) != TypeMetadata.Kind.structure
    && TypeMetadata.kind(of: AnyKeyPath.self) != TypeMetadata.Kind.structure

  #if _pointerBitWidth(_64)
    /// In this order: comparisons come before calls of functions in the metadata.
    private static let isVerified =
      getenv("COMPOSABLE_RUNTIME_METADATA").map { String(cString: $0) } != "off"
      && areKindsKnown && WitnessLayout.current.isKnown && areTuplesKnown && areStructsKnown
      && SampleEnums.areKnown && SampleOptionals.areKnown
  #else
    /// The offsets are of 64-bit platforms.
    private static let isVerified = false
  #endif

  private static var areTuplesKnown: Bool {
    typealias Sample = (Int8, Int, String, UInt8)
    guard let elements = TupleMetadata(unchecked: Sample.self)?.elements else { return false }
    let offsets = [
      MemoryLayout<Sample>.offset(of: \.0), MemoryLayout<Sample>.offset(of: \.1),
      MemoryLayout<Sample>.offset(of: \.2), MemoryLayout<Sample>.offset(of: \.3),
    ]
    return elements.map(\.offset) == offsets
      && elements.elementsEqual([Int8.self, Int.self, String.self, UInt8.self] as [Any.Type]) {
        $0.type == $1
      }
  }

  private struct SampleStruct<Value> {
    let small: Int8 = 0
    let value: Value
    let text = ""
  }

  private static var areStructsKnown: Bool {
    guard let fields = StructMetadata(unchecked: SampleStruct<[Int]>.self)?.fields else {
      // Reflection metadata was stripped from the binary. Code that needs it finds nothing.
      return TypeMetadata.kind(of: SampleStruct<[Int]>.self) == TypeMetadata.Kind.structure
    }
    let offsets = [
      MemoryLayout<SampleStruct<[Int]>>.offset(of: \.small),
      MemoryLayout<SampleStruct<[Int]>>.offset(of: \.value),
      MemoryLayout<SampleStruct<[Int]>>.offset(of: \.text),
    ]
    return fields.map(\.offset) == offsets
      && fields.elementsEqual([Int8.self, [Int].self, String.self] as [Any.Type]) {
        $0.type == $1
      }
  }
}

/// Optionals of each layout that Swift uses, with and without spare patterns for `nil`.
private enum SampleOptionals {
  static var areKnown: Bool {
    isKnown(0) && isKnown(true) && isKnown("a") && isKnown("") && isKnown([Int]())
      && isKnown(0.0) && isKnown(UInt8.max) && isKnown(Int?.none) && isKnown(Int?.some(0))
      && isKnown(Bool??.some(nil)) && isKnown(()) && isKnown(SIMD8<Double>(repeating: 0))
      && isKnown((UInt8(0), 0)) && isKnown(Int.self as any Any.Type)
  }

  private static func isKnown<Sample>(_ value: Sample) -> Bool {
    let tag = OptionalTag(unchecked: Sample.self)
    return withUnsafePointer(to: Sample?.some(value)) { tag.hasValue($0) }
      && withUnsafePointer(to: Sample?.none) { !tag.hasValue($0) }
  }
}

/// Enums of each layout that Swift uses, with known cases and payloads.
private enum SampleEnums {
  final class Object: Equatable {
    static func == (lhs: Object, rhs: Object) -> Bool { lhs === rhs }
  }
  struct Pair: Equatable { var small: UInt8, large: Int }

  enum Plain { case first, second, third }
  enum Single { case empty, number(Int), nothing }
  enum SingleSpare { case empty, object(Object), nothing }
  enum SpareBits { case names([String]), object(Object), empty, numbers([Int]) }
  enum TagByte { case number(Int), empty, byte(UInt8), pair(Pair) }
  enum Boxed {
    indirect case pair(Pair)
    case text(String)
    indirect case vector(SIMD8<Double>)
    case empty
  }
  enum Generic<Value> { case value(Value), empty, list([Value]) }

  static var areKnown: Bool {
    let object = Object()
    let vector = SIMD8<Double>(repeating: 0.5)
    let pair = Pair(small: 1, large: -2)
    return isKnown(Plain.first, "first", 0) && isKnown(Plain.third, "third", 2)
      && isKnown(Single.number(-1), "number", 0, -1)
      && isKnown(Single.empty, "empty", 1) && isKnown(Single.nothing, "nothing", 2)
      && isKnown(SingleSpare.object(object), "object", 0, object)
      && isKnown(SingleSpare.nothing, "nothing", 2)
      && isKnown(SpareBits.names(["a"]), "names", 0, ["a"])
      && isKnown(SpareBits.object(object), "object", 1, object)
      && isKnown(SpareBits.numbers([1]), "numbers", 2, [1])
      && isKnown(SpareBits.empty, "empty", 3)
      && isKnown(TagByte.number(-1), "number", 0, -1)
      && isKnown(TagByte.byte(255), "byte", 1, UInt8(255))
      && isKnown(TagByte.pair(pair), "pair", 2, pair)
      && isKnown(TagByte.empty, "empty", 3)
      && isKnown(Boxed.pair(pair), "pair", 0, pair, isBoxed: true)
      && isKnown(Boxed.text("a"), "text", 1, "a")
      && isKnown(Boxed.vector(vector), "vector", 2, vector, isBoxed: true)
      && isKnown(Boxed.empty, "empty", 3)
      && isKnown(Generic<String>.value("a"), "value", 0, "a")
      && isKnown(Generic<String>.list(["a"]), "list", 1, ["a"])
      && isKnown(Generic<String>.empty, "empty", 2)
      && isKnown(Generic<UInt8>.value(1), "value", 0, UInt8(1))
  }

  private static func isKnown<Sample>(
    _ value: Sample, _ name: String, _ tag: Int, hasPayload: Bool = false
  ) -> Bool {
    var value = value
    guard let metadata = EnumMetadata(unchecked: Sample.self),
      metadata.size == MemoryLayout<Sample>.size, tag < metadata.caseCount,
      (tag < metadata.payloadCaseCount) == hasPayload
    else { return false }
    return withUnsafeMutablePointer(to: &value) {
      guard metadata.tag(of: $0) == tag else { return false }
      // A binary without reflection metadata has no names.
      return metadata.name(ofCase: tag).map { String(cString: $0) == name } ?? true
    }
  }

  private static func isKnown<Sample, Payload: Equatable>(
    _ value: Sample, _ name: String, _ tag: Int, _ payload: Payload, isBoxed: Bool = false
  ) -> Bool {
    guard isKnown(value, name, tag, hasPayload: true),
      let metadata = EnumMetadata(unchecked: Sample.self)
    else {
      return false
    }
    guard let found = metadata.payload(ofCase: tag) else {
      return metadata.name(ofCase: tag) == nil
    }
    guard found.type == Payload.self, (found.boxOffset != nil) == isBoxed else { return false }
    // Deinitialized only if it is unchanged.
    let copy = UnsafeMutablePointer<Sample>.allocate(capacity: 1)
    copy.initialize(to: value)
    let isRead = metadata.withPayload(ofValueAt: copy, boxOffset: found.boxOffset) {
      $0.assumingMemoryBound(to: Payload.self).pointee == payload
    }
    guard isRead else { return false }
    if !isBoxed {
      metadata.projectPayload(copy)
      let projected = UnsafeRawPointer(copy).assumingMemoryBound(to: Payload.self)
      guard projected.pointee == payload else { return false }
      metadata.inject(tag, into: copy)
      guard metadata.tag(of: copy) == tag else { return false }
    }
    copy.deinitialize(count: 1)
    copy.deallocate()
    return true
  }
}
