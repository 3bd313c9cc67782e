/// Distinguishes an optional with a value from `nil`, by the metadata of the wrapped type alone.
///
/// Generic code that takes an optional of a type parameter needs the metadata of the optional, and
/// looks it up in a table of the runtime for each use, at some hundred instructions.
struct OptionalTag {
  private let metadata: UnsafeRawPointer
  private let getTag: @convention(c) (UnsafeRawPointer, UInt32, UnsafeRawPointer) -> UInt32

  /// Returns `nil` if the metadata is not known to be valid.
  init?(wrapped: Any.Type) {
    guard RuntimeMetadata.isKnown else { return nil }
    self.init(unchecked: wrapped)
  }

  init(unchecked wrapped: Any.Type) {
    metadata = unsafeBitCast(wrapped, to: UnsafeRawPointer.self)
    getTag = unsafeBitCast(
      WitnessLayout.table(of: wrapped)
        .load(fromByteOffset: WitnessLayout.current.optionalTag, as: UnsafeRawPointer.self),
      to: (@convention(c) (UnsafeRawPointer, UInt32, UnsafeRawPointer) -> UInt32).self)
  }

  /// Whether the optional in memory has a value, which then lies at the same address.
  func hasValue(_ optional: UnsafeRawPointer) -> Bool {
    // The only case of an optional without a payload is `nil`.
    getTag(optional, 1, metadata) == 0
  }
}
