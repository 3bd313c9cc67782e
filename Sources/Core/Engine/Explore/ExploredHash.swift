/// Combines values to a number, the same for the same values within the process.
func exploredHash<each Value: Hashable>(_ values: repeat each Value) -> Int {
  var hasher = Hasher()
  repeat (each values).hash(into: &hasher)
  return hasher.finalize()
}
