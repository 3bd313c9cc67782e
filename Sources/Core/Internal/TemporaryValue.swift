/// Runs `body` with memory on the stack for one value, which is uninitialized before and after.
///
/// The unprotected form: what is written here is one value of the right type, never a run of bytes
/// whose length comes from elsewhere, so there is nothing for a stack protector to find.
@inlinable
@inline(__always)
func withTemporary<Value, Result>(
  _: Value.Type, _ body: (UnsafeMutablePointer<Value>) -> Result
) -> Result {
  _withUnprotectedUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
    // There is room for one value, so there is an address.
    body(buffer.baseAddress.unsafelyUnwrapped)
  }
}
