/// What a measured value is handed to, so that the optimiser has to compute it.
///
/// Anyone may put another function here, as it is public and no constant. So the compiler can't
/// know what is called, and has to assume that the memory it is given is read and written. Unlike
/// `@inline(never)` and `@_optimize(none)`, which stop inlining but not every analysis that looks
/// into a function, this needs no promise of the compiler. It costs a store, a load and a call:
/// what the benchmarks named `loop` measure.
nonisolated(unsafe) public var lookAt: @convention(c) (UnsafeMutableRawPointer) -> Void = { _ in }

/// Keeps the computation of `value` from being optimised away.
@inline(__always)
func blackHole<Value>(_ value: Value) {
  var value = value
  withUnsafeMutablePointer(to: &value) { lookAt($0) }
}

/// Returns `value` in a way that hides from the optimiser which value it is, so that no closure in
/// it can be inlined where it is called. What a store keeps in its fields is hidden as well.
@inline(__always)
func opaque<Value>(_ value: Value) -> Value {
  var value = value
  withUnsafeMutablePointer(to: &value) { lookAt($0) }
  return value
}
