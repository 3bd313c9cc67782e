/// A function that receives each measured value, so that the optimiser has to compute it.
///
/// Any code may assign another function, as it is public and variable. So the compiler does not
/// know the callee, and has to assume that the memory it receives is read and written. Unlike
/// `@inline(never)` and `@_optimize(none)`, which stop inlining but not every analysis of a
/// function, this does not rely on the compiler. It costs a store, a load and a call: the
/// benchmarks named `loop` measure that.
nonisolated(unsafe) public var lookAt: @convention(c) (UnsafeMutableRawPointer) -> Void = { _ in }

/// Keeps the computation of `value` from being optimised away.
@inline(__always)
func blackHole<Value>(_ value: Value) {
  var value = value
  withUnsafeMutablePointer(to: &value) { lookAt($0) }
}

/// Returns `value` opaquely, so that no closure in it can be inlined at its calls. The fields of a
/// store are opaque as well.
@inline(__always)
func opaque<Value>(_ value: Value) -> Value {
  var value = value
  withUnsafeMutablePointer(to: &value) { lookAt($0) }
  return value
}
