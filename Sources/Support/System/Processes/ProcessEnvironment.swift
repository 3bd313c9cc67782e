@preconcurrency import Glibc

/// The environment variables a process is started with.
package struct ProcessEnvironment: Sendable {
  package private(set) var variables: [ByteString]

  package init(_ variables: [ByteString]) {
    self.variables = variables
  }

  /// The environment of this process, in the same order.
  package static var inherited: ProcessEnvironment {
    var variables: [ByteString] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(ByteString(variable))
      next += 1
    }
    return ProcessEnvironment(variables)
  }

  package subscript(name: String) -> String? {
    variables.first { $0.hasPrefix(name + "=") }
      .map { String($0.description.dropFirst(name.count + 1)) }
  }

  /// Returns the environment with one variable set, and all others unchanged and in place.
  package func setting(_ name: String, to value: String) -> ProcessEnvironment {
    let variable = ByteString("\(name)=\(value)")
    guard let index = variables.firstIndex(where: { $0.hasPrefix(name + "=") }) else {
      return ProcessEnvironment(variables + [variable])
    }
    var changed = variables
    changed[index] = variable
    return ProcessEnvironment(changed)
  }

  /// The directories that are searched for commands.
  ///
  /// An empty entry means the working directory, as in a shell.
  package var searchPath: [String] {
    (self["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
      .split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "." : String($0) }
  }
}
