/// Stops the program in a method that each subclass has to override.
func isAbstract(_ method: StaticString = #function) -> Never {
  fatalError("'\(method)' is abstract, and a subclass does not override it. Please report this.")
}
