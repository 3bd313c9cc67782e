/// Combines values to a number, the same for the same values within the process.
func exploredHash(_ values: any Hashable...) -> Int {
  var hasher = Hasher()
  for value in values { value.hash(into: &hasher) }
  return hasher.finalize()
}
