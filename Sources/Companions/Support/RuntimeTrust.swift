/// Whether the runtime is what this library expects, for tests that want it to be another.
package enum RuntimeTrust {
  /// Set where a test runs code as on an unknown runtime.
  @TaskLocal package static var isDistrusted = false
}
