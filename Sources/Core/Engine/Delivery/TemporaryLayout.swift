/// The layout of a value whose type is unknown to the code that stores it temporarily.
struct TemporaryLayout {
  /// The distance from the value to the next one in a ``Scratch``; larger than a scratch if the
  /// value needs another alignment.
  let stride: Int
  let needsDestruction: Bool

  /// The stride of a value that does not fit in a ``Scratch``.
  static let unsuitable = Int.max / 2

  init<Value>(of _: Value.Type) {
    stride =
      MemoryLayout<Value>.alignment > Scratch.alignment
      ? Self.unsuitable
      : (MemoryLayout<Value>.size + Scratch.alignment - 1) & -Scratch.alignment
    needsDestruction = !_isPOD(Value.self)
  }
}
