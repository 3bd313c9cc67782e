import Testing

/// Lets other work run until a condition holds.
@MainActor
func eventually(_ condition: () -> Bool) async {
  for _ in 0..<10_000 where !condition() { await Task.yield() }
  #expect(condition())
}
