public import CCore

/// Whether a mutant is active: public, since code that is inlined into clients has mutants, too.
@inlinable
@inline(__always)
public func _mutant(_ id: UInt32) -> Bool {
  composable_mutant(id)
}

/// Calls a function unless a mutant is active. A closure that returns the result of the function
/// does not compile with this.
@inlinable
@inline(__always)
public func _unless(_ isActive: Bool, _ call: @autoclosure () throws -> Void) rethrows {
  if !isActive { try call() }
}
