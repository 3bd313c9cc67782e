extension Optional {
  /// Runs `body` with the address of what the optional at an address holds, if it holds something.
  ///
  /// The address is that of the payload within the optional, as far as the compiler says so.
  @inlinable
  @inline(__always)
  static func withPayload<Result>(
    at optional: UnsafeMutablePointer<Wrapped?>, _ body: (UnsafeMutablePointer<Wrapped>) -> Result
  ) -> Result? {
    guard optional.pointee != nil else { return nil }
    return withUnsafeMutablePointer(to: &optional.pointee!, body)
  }

  /// The address of what the optional at an address holds, while it holds something.
  ///
  /// A payload lies at the beginning of its optional. Returns `nil` also where the compiler hands
  /// out another address.
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
