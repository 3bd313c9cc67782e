import CCore

/// Records the address of the main actor's executor for `composable_is_on_main_actor`.
func rememberMainExecutor() {
  let executor = MainActor.sharedUnownedExecutor
  guard MemoryLayout.size(ofValue: executor) == 2 * MemoryLayout<UInt64>.size else { return }
  let words = unsafeBitCast(executor, to: (UInt64, UInt64).self)
  composable_set_main_executor(words.0, words.1)
}
