/// Runs `body` with memory on the stack for one value, which is uninitialized before and after.
@inlinable
@inline(__always)
func withTemporary<Value, Result>(
  _: Value.Type, _ body: (UnsafeMutablePointer<Value>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
    // There is room for one value, so there is an address.
    body(buffer.baseAddress.unsafelyUnwrapped)
  }
}
