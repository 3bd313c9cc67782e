import CCore

/// Where value witness tables have the sizes and functions of their types: the layout of 64-bit
/// platforms, as Swift documents it (`include/swift/ABI/ValueWitness.def`).
///
/// A table is checked by its values before any function of it is called: a call to an address that
/// is none would end the process, instead of choosing the slow path.
struct WitnessLayout {
  var optionalTag = 6 * TypeMetadata.word
  var size = 8 * TypeMetadata.word
  var stride = 9 * TypeMetadata.word
  var flags = 10 * TypeMetadata.word
  var extraInhabitants = 10 * TypeMetadata.word + 4
  var enumTag = 11 * TypeMetadata.word
  var enumProjection = 12 * TypeMetadata.word
  var enumInjection = 13 * TypeMetadata.word

  static let current = WitnessLayout()

  static let alignmentMask: UInt32 = 0xFF
  static let isNonPOD: UInt32 = 0x1_0000
  static let hasEnumWitnesses: UInt32 = 0x20_0000

  /// The table of a type.
  static func table(of type: Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: -TypeMetadata.word, as: UnsafeRawPointer.self)
  }

  private enum Plain { case first, second, third }
  private enum Single { case empty, object(AnyObject), nothing }
  private enum Tagged<Value> { case value(Value), list([Value]), empty, number(Int) }
  private struct Large { let values: (Int, Int8, String, [Int]) }

  /// Whether the tables of types with known sizes, flags and numbers of unused patterns have these
  /// in their places, and functions where functions are to be.
  var isKnown: Bool {
    isKnown(UInt8.self, unused: 0) && isKnown(Bool.self, unused: 254)
      && isKnown(Int64.self, unused: 0) && isKnown(SIMD8<Double>.self, unused: 0)
      && isKnown(String.self) && isKnown([Int].self) && isKnown((Int8, Int).self)
      && isKnown(Large.self) && isKnown((any Equatable).self)
      && isKnown(Plain.self, isEnum: true, unused: 253)
      && isKnown(Single.self, isEnum: true)
      && isKnown(Tagged<String>.self, isEnum: true)
      && isKnown(Tagged<UInt8>.self, isEnum: true)
  }

  private func isKnown<Value>(
    _ type: Value.Type, isEnum: Bool = false, unused: UInt32? = nil
  ) -> Bool {
    let table = Self.table(of: type)
    func load<Word>(_ offset: Int, as: Word.Type) -> Word {
      table.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    func isCode(_ offset: Int) -> Bool {
      composable_is_code(load(offset, as: UnsafeRawPointer?.self))
    }
    let flags = load(flags, as: UInt32.self)
    return load(size, as: Int.self) == MemoryLayout<Value>.size
      && load(stride, as: Int.self) == MemoryLayout<Value>.stride
      && Int(flags & Self.alignmentMask) + 1 == MemoryLayout<Value>.alignment
      && (flags & Self.isNonPOD == 0) == _isPOD(type)
      && (flags & Self.hasEnumWitnesses != 0) == isEnum
      && (unused.map { load(extraInhabitants, as: UInt32.self) == $0 } ?? true)
      && isCode(optionalTag)
      && (!isEnum || isCode(enumTag) && isCode(enumProjection) && isCode(enumInjection))
  }
}
