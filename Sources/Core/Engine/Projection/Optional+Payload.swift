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
}
