/// Traps in a method that each subclass must override.
func isAbstract(_ method: StaticString = #function) -> Never {
  fatalError("'\(method)' is abstract, and a subclass does not override it. Please report this.")
}
