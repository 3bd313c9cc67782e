/// A switch for tests of code that relies on the layout of the runtime's metadata.
package enum RuntimeTrust {
  /// Set where a test runs code as on an unknown runtime.
  @TaskLocal package static var isDistrusted = false
}
