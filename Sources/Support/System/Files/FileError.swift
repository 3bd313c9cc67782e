import Glibc

/// The reason why a file could not be read or written, for the user.
package struct FileError: Error, CustomStringConvertible {
  package var description: String
  /// The error number of the system.
  package var number: Int32

  /// - Parameters:
  ///   - what: The attempt, such as “cannot read”.
  ///   - number: The error number of the system.
  package init(_ what: String, _ path: String, _ number: Int32) {
    self.number = number
    description = "\(what) “\(path)”: \(errorText(number))"
  }
}

/// The system's message for an error number.
package func errorText(_ number: Int32) -> String {
  String(cString: strerror(number))
}
