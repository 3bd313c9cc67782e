/// Runs `body` with memory on the stack for one value, which is uninitialized before and after.
@inlinable
@inline(__always)
func withTemporary<Value, Result>(
  _: Value.Type, _ body: (UnsafeMutablePointer<Value>) -> Result
) -> Result {
  // The unprotected form: only values of this type are written, so a stack protector has nothing to
  // detect.
  _withUnprotectedUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
    // The buffer has room for one value, so it has a base address.
    body(buffer.baseAddress.unsafelyUnwrapped)
  }
}

/// Ends the life of a value at an address, whose type is not known where that is done.
@usableFromInline
typealias Destruction = (UnsafeMutableRawPointer) -> Void

/// Returns a function that deinitializes a value. Compiled where the type is known, it takes a
/// fifth of the time.
@inlinable
@inline(__always)
func destruction<Value>(of _: Value.Type) -> Destruction {
  { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
}
