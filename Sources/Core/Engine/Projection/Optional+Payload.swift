extension Optional {
  /// Runs `body` with the address of the wrapped value of an optional in memory, if it is not
  /// `nil`.
  ///
  /// The address lies within the optional only if the compiler passes it in place.
  @inlinable
  @inline(__always)
  static func withPayload<Result>(
    at optional: UnsafeMutablePointer<Wrapped?>, _ body: (UnsafeMutablePointer<Wrapped>) -> Result
  ) -> Result? {
    guard optional.pointee != nil else { return nil }
    return withUnsafeMutablePointer(to: &optional.pointee!, body)
  }

  /// The address of the wrapped value of an optional in memory, while it is not `nil`.
  ///
  /// A payload lies at the start of its optional. Also returns `nil` if the compiler passes another
  /// address.
  @inlinable
  @inline(__always)
  static func address(
    ofPayloadAt optional: UnsafeMutablePointer<Wrapped?>
  ) -> UnsafeMutablePointer<Wrapped>? {
    withPayload(at: optional) {
      UnsafeRawPointer($0) == UnsafeRawPointer(optional) ? $0 : nil
    } ?? nil
  }
}
